import {
  composed,
  edit,
  emptyComposer,
  insert,
  paste,
  wordsToSend,
} from '../../apps/cli/src/commands/chat/composer/composer.ts'
import { composerLines } from '../../apps/cli/src/commands/chat/composer/composer-lines.ts'
import { splitKeyPresses } from '../../apps/cli/src/commands/chat/screen/key-presses.ts'
import { answerLines } from '../../apps/cli/src/commands/chat/transcript/answer-lines.ts'
import { callLines } from '../../apps/cli/src/commands/chat/transcript/call-lines.ts'
import { titleLine } from '../../apps/cli/src/commands/chat/transcript/head-lines.ts'
import { crossing } from '../../apps/cli/src/commands/chat/transcript/layout.ts'
import { plainProse, prose } from '../../apps/cli/src/commands/chat/transcript/prose.ts'
import { clean, cleanLine } from '../../apps/cli/src/text/clean.ts'
import { line, span, takeColumns } from '../../apps/cli/src/text/line.ts'
import { safeJson } from '../../apps/cli/src/text/print.ts'
import { columns, graphemeColumns, graphemes } from '../../apps/cli/src/text/width.ts'
import { chop, wrap } from '../../apps/cli/src/text/wrap.ts'
import { readYaml } from '../../apps/server/src/config/read-yaml.ts'
import { addressProblem, meantAddresses } from '../../apps/server/src/connections/server-address.ts'
import { excerptSteps } from '../../apps/server/src/display/excerpt.ts'
import { checkHost, hostNames } from '../../apps/server/src/gate/check-host.ts'
import { checkJsonSize } from '../../apps/server/src/gate/check-json-size.ts'
import { checkPath, pathIn } from '../../apps/server/src/gate/check-path.ts'
import { localSignIn } from '../../apps/server/src/gate/local-sign-in.ts'
import { mediaTypeOf } from '../../apps/server/src/gate/media-type.ts'
import { bearerOf, cookiesNamed } from '../../apps/server/src/gate/sign-in.ts'
import { holdsSecret, sameSecret } from '../../apps/server/src/gate/token.ts'
import { fixedToken, isAmong } from '../../apps/server/src/gate/tokens.ts'
import { checkAddress, doubledSlash, missingVersion } from '../../apps/server/src/relay/check-address.ts'
import { checkTokenFree } from '../../apps/server/src/relay/relay-headers.ts'
import { bugLine } from '../../apps/server/src/telemetry/log.ts'
import { titleIn } from '../../apps/server/src/titles/title-in.ts'
import { toolNames } from '../../apps/server/src/tools/tool-names.ts'
import { toolOutput } from '../../apps/server/src/tools/tool-output.ts'
import { escapeHtml } from '../../apps/server/src/transfer/html.ts'
import { shellWord } from '../../apps/server/src/trust/permissions.ts'
import { breakLines } from '../../apps/server/src/trust/trust-text.ts'
import { visible } from '../../apps/server/src/trust/visible.ts'
import { applyChunk, newAnswer } from '../../packages/longhand/src/client/screen/answer.ts'
import { user } from '../../packages/longhand/src/core/message.ts'
import { runToEnd } from '../../packages/longhand/src/core/steps.ts'
import { messageSubjects, onLongTexts } from '../../packages/longhand/src/testing/growth/subjects.ts'
import { conversationOf, type TextFunctions } from '../../packages/longhand/src/testing/growth/text-function.ts'
import type { Subject } from '../../packages/longhand/src/testing/outgrown.ts'

/** What the server and the terminal do with texts that others write. */
export const programFunctions: TextFunctions = {
  'apps/server/src/titles/title-in.ts titleIn': text => titleIn(text),
  'apps/server/src/relay/relay-headers.ts checkTokenFree': text =>
    checkTokenFree(
      text,
      localSignIn(fixedToken('x'.repeat(43)), () => 1),
    ),
  'apps/cli/src/commands/chat/composer/composer-lines.ts composerLines': text => composerLines(composed(text), 80, 10),
  'apps/cli/src/commands/chat/composer/composer.ts composed': text => wordsToSend(composed(text)),
  'apps/cli/src/commands/chat/composer/composer.ts edit': text => {
    const here = { ...composed(text), cursor: text.length >> 1 }
    for (const key of ['left', 'right', 'word-left', 'word-right', 'up', 'down', 'erase-word', 'erase-line'] as const)
      edit(here, key)
  },
  'apps/cli/src/commands/chat/composer/composer.ts insert': text => insert(composed(text), text),
  'apps/cli/src/commands/chat/composer/composer.ts paste': text => wordsToSend(paste(emptyComposer, text)),
  'apps/cli/src/commands/chat/transcript/answer-lines.ts answerLines': text =>
    answerLines(applyChunk(newAnswer(0), { type: 'text-delta', id: '1', delta: text }), 'note', layout),
  'apps/cli/src/commands/chat/transcript/call-lines.ts callLines': text => callLines([call(text)], 80, 'open'),
  'apps/cli/src/commands/chat/transcript/head-lines.ts titleLine': text => titleLine(text, line(text), 80),
  'apps/cli/src/commands/chat/transcript/layout.ts crossing': text => crossing(text, layout),
  'apps/cli/src/commands/chat/transcript/prose.ts plainProse': text => plainProse(text, 80),
  'apps/cli/src/commands/chat/transcript/prose.ts prose': text => prose(text, 80),
  'apps/cli/src/commands/chat/transcript/prose.ts prose, in a fence': text => prose(`\`\`\`\n${text}`, 80),
  'apps/cli/src/commands/chat/transcript/prose.ts prose, bold': text => prose('**a**`b`'.repeat(text.length >> 3), 80),
  'apps/cli/src/commands/chat/screen/key-presses.ts splitKeyPresses': text =>
    splitKeyPresses(text, {} as Parameters<typeof splitKeyPresses>[1]),
  'apps/cli/src/text/clean.ts clean': text => clean(text),
  'apps/cli/src/text/clean.ts cleanLine': text => cleanLine(text),
  'apps/cli/src/text/print.ts safeJson': text => safeJson(text),
  'apps/cli/src/text/line.ts span': text => span(text),
  'apps/cli/src/text/line.ts takeColumns': text => takeColumns(text, 80),
  'apps/cli/src/text/width.ts columns': text => columns(text),
  'apps/cli/src/text/width.ts graphemeColumns': text => graphemeColumns(text),
  'apps/cli/src/text/width.ts graphemes': text => graphemes(text),
  'apps/cli/src/text/wrap.ts chop': text => chop(text, 80),
  'apps/cli/src/text/wrap.ts wrap': text => wrap(line(text), 80),
  'apps/server/src/config/read-yaml.ts readYaml': text => readYaml(text.slice(0, 64_000), 'x.yaml'),
  'apps/server/src/connections/server-address.ts addressProblem': text => addressProblem(`http://a/${text}`),
  'apps/server/src/connections/server-address.ts meantAddresses': text =>
    meantAddresses(`http://a/${encodeURIComponent(text.toWellFormed())}`),
  'apps/server/src/gate/check-host.ts checkHost': text => checkHost({ ...knock, hosts: [text] }, new Set(['a'])),
  'apps/server/src/gate/check-host.ts hostNames': text => hostNames('a', 80, text.split('\n')),
  'apps/server/src/gate/check-path.ts checkPath': text => checkPath({ ...knock, target: `/${text}` }),
  'apps/server/src/gate/check-path.ts pathIn': text => pathIn(text),
  'apps/server/src/relay/check-address.ts checkAddress': text => checkAddress(text, text),
  'apps/server/src/relay/check-address.ts doubledSlash': text => doubledSlash(text, text),
  'apps/server/src/relay/check-address.ts missingVersion': text => missingVersion(text),
  'apps/server/src/gate/check-json-size.ts checkJsonSize': text =>
    checkJsonSize(text, { depth: 1e9, keys: 1e9, values: 1e9 }),
  'apps/server/src/gate/media-type.ts mediaTypeOf': text => mediaTypeOf(`a/b;${text}`),
  'apps/server/src/gate/sign-in.ts bearerOf': text => bearerOf({ ...knock, authorization: `Bearer ${text}` }),
  'apps/server/src/gate/sign-in.ts cookiesNamed': text => cookiesNamed({ ...knock, cookie: text }, 'a'),
  'apps/server/src/gate/token.ts holdsSecret': text => holdsSecret(text, 'x'.repeat(43)),
  'apps/server/src/gate/token.ts sameSecret': text => sameSecret(text, `${text}x`),
  'apps/server/src/gate/tokens.ts isAmong': text => isAmong(fixedToken(text), `${text}x`),
  'apps/server/src/gate/tokens.ts fixedToken': text => fixedToken(text).current(),
  'apps/server/src/display/excerpt.ts excerptSteps': text =>
    conversationOf(text).map(message => runToEnd(excerptSteps(message, 'some'))),
  'apps/server/src/display/excerpt.ts excerptSteps, many words': text =>
    runToEnd(excerptSteps(user('word. '.repeat(2_000)), text)),
  'apps/server/src/tools/tool-output.ts toolOutput': text => toolOutput({ content: [{ type: 'text', text }] }),
  'apps/server/src/trust/trust-text.ts breakLines': text => breakLines(text, 80),
  'apps/server/src/trust/permissions.ts shellWord': text => shellWord(text),
  'apps/server/src/transfer/html.ts escapeHtml': text => escapeHtml(text),
  'apps/server/src/trust/visible.ts visible': text => visible(text),
  'apps/server/src/telemetry/log.ts bugLine': text => bugLine(new Error(text)),
}

/** The same of many things, which grow in number with the text. */
export const programListFunctions: TextFunctions = {
  'apps/cli/src/commands/chat/transcript/call-lines.ts callLines, of many': text =>
    callLines(
      list(text).map(() => call('x')),
      80,
      'open',
    ),
  'apps/cli/src/text/line.ts line': text => line(...list(text).slice(0, 10_000).map(String)),
  'apps/server/src/tools/tool-names.ts toolNames': text =>
    toolNames(
      list(text).map(() => ({ server: 's', tool: 't' })),
      list(text).map(String),
    ),
}

/** What a thread holds against hostile texts. */
export const subjects = (): readonly Subject[] => [
  // A terminal asks for each sign how wide it is: that takes long, so less is enough.
  ...onLongTexts(programFunctions, 8_000),
  ...messageSubjects(programListFunctions),
]

const layout = { columns: 80, calls: 'open' } as const

const call = (text: string) =>
  ({ name: text, argument: text, outcome: 'error', output: text }) as unknown as Parameters<typeof callLines>[0][number]

const list = (text: string): readonly number[] => Array.from({ length: text.length >> 2 }, (_, at) => at)

const knock = { hosts: [], target: '/', authorization: null, cookie: null } as unknown as Parameters<
  typeof checkHost
>[0]
