import { expect, test } from 'vitest'
import { messageFunctions, textFunctions } from '../../packages/longhand/src/testing/growth/text-functions.ts'
import { isShipped } from './patterns.ts'
import { parse, type Source, sources } from './source.ts'
import { programFunctions, programListFunctions } from './text-functions-programs.ts'
import { textTakers } from './text-parameters.ts'
import { terminalWordFolder, wordFolder } from './words.ts'

/** Functions that take text and are held against nothing by themselves, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'parts of the conversions of the AI SDK, which are held as a whole': [
    ...['convert/carry.ts carryOut', 'convert/carry.ts optionsOf', 'convert/carry.ts fieldsOf'].map(inAiSdk),
    ...['convert/file.ts addressOf', 'convert/file.ts writeFile', 'convert/json.ts isFields'].map(inAiSdk),
    ...['convert/model-part.ts toModelPart', 'convert/note.ts restore', 'convert/note.ts takeOurs'].map(inAiSdk),
    ...['convert/note.ts withField', 'convert/opaque.ts opaque', 'convert/opaque.ts sdkType'].map(inAiSdk),
    ...['convert/note.ts providerIn'].map(inAiSdk),
    ...['convert/opaque.ts fieldsIn', 'convert/ui-part.ts fromUIPart', 'convert/ui-part.ts toUIPart'].map(inAiSdk),
    ...['convert/ui-part.ts carrierOf', 'convert/ui-step.ts toStep', 'convert/ui-tool.ts fromToolPart'].map(inAiSdk),
  ],
  'parts of plan, countTokens and countMessage, which are held': [
    ...['core/planned-folds.ts plannedFolds', 'core/opening.ts openingBeyond'],
    ...['tokens/o200k/counter.ts countAtOnce', 'tokens/o200k/counter.ts counting'],
    'tokens/o200k/token-buffer.ts fillWithText',
    ...['tokens/count-message.ts countMedia', 'tokens/count-message.ts countedMedia', 'tokens/media.ts mediaTokens'],
    ...['tokens/count-message.ts filesOf', 'tokens/result-media.ts resultMedia', 'tokens/result-media.ts resultText'],
  ],
  'print what clean and safeJson made of it, which are held': [
    'apps/cli/src/text/print.ts printLine',
    ...['apps/cli/src/text/print.ts printError', 'apps/cli/src/text/print.ts printJson'],
  ],
  'look at a field or the kind of a value, and at no letter of a text': [
    ...[
      'facts/choosing/survey.ts isSalient',
      'facts/fact.ts isSentence',
      'facts/fact.ts isRequired',
      'facts/fact.ts factKey',
      'core/layout.ts spanOf',
      'core/old-thinking.ts viewChangedAt',
      'relay/client-windows.ts beforeAnswer',
      'core/old-thinking.ts withoutThinkingUpTo',
    ],
    ...[
      'core/check-plan.ts checkPlan',
      'core/compaction-change.ts newTrims',
      'client/text/texts.ts unfoldedLabel',
      'core/check-items.ts checkItems',
      'core/describe-value.ts describeValue',
      'history/check-source.ts checkSource',
      'history/check-source.ts checkList',
      'history/check-request.ts checkCompaction',
      'history/check-request.ts checkTrim',
      'history/check-request.ts checkNumber',
      'history/same-message.ts sameMessage',
      'history/known-messages.ts areInstructions',
      'facts/retention.ts sharesByKind',
      'facts/retention.ts retentionAmong',
      'core/check-message.ts isRole',
      'engine/turn/entry-meta.ts isUsage',
      'engine/compaction/parse-job.ts isDraft',
      'engine/compaction/parse-job.ts isLateProse',
      'engine/compaction/parse-job.ts isStoredPlan',
      'engine/compaction/ask-for-draft.ts warningFor',
      'engine/compaction/run-compaction.ts gainsNothing',
      'engine/compaction/breaker.ts tellsNothing',
      'engine/report-bug.ts reportBug',
      'engine/report-bug.ts warnOfError',
      'engine/turn/end-when-back.ts isAway',
      'relay/current-state.ts isStoreFailure',
      'relay/fit-request.ts nothingHelps',
      'engine/own-instructions.ts ownInstructions',
      'client/screen/transient-failure.ts asLonghandError',
    ],
    ...[
      'engine/transfer/shape.ts objectAt',
      'history/write-view.ts writeView',
      'engine/compaction/largest.ts largestIn',
      'engine/compaction/largest.ts releaseHint',
      'engine/compaction/write-receipt.ts withSizes',
      'tokens/calibration.ts isWindow',
    ],
    ...['tokens/read-calibration.ts isAmount', 'wire/json-object.ts isJsonObject'],
    ...[
      'wire/json-object.ts isList',
      'wire/json-object.ts textOr',
      'wire/json-object.ts fieldsFor',
      'stores/postgres/entries.ts seen',
    ],
    ...['apps/server/src/routes/endpoint.ts parseRequest', 'apps/server/src/http/failure.ts failureResponse'],
  ],
  'put a text into a field and do nothing with it': [
    ...[
      'core/message.ts user',
      'core/message.ts assistant',
      'engine/turn/feed.ts createFeed',
      'engine/turn/turn.ts warn',
      'engine/report-bug.ts emitWarning',
      'engine/memories/follow-memory.ts memoryOf',
      'engine/checkpoints/emit-checkpoint.ts emitCheckpoint',
      'engine/compaction/rest-sentence.ts withRelease',
    ],
    ...['engine/turn/turn-request.ts newTurnRequest', 'stores/postgres/conversations.ts restoreText'],
    ...['apps/server/src/relay/offline-frames.ts offlineWhole', 'relay/passed-request.ts passedRequest'],
    ...['wire/openai-responses.ts systemMessage', 'apps/cli/src/commands/chat/conversation/composer-edits.ts filled'],
    ...[
      'apps/cli/src/commands/chat/conversation/composer-edits.ts inserted',
      'apps/cli/src/commands/chat/conversation/composer-edits.ts pasted',
    ],
  ],
  'hand it to a task, a stream or a function that is held': [
    ...[
      'engine/compaction/trim-outputs.ts findTrims',
      'engine/long-work/parse-long-json.ts isLongJson',
      'react/conversation/run-command.ts runCommand',
      'react/composer/use-command-menu.ts useCommandMenu',
    ],
    ...['apps/server/src/http/long-json.ts longJson'],
    ...['apps/server/src/transfer/lines.ts bodyOf'],
  ],
  'take words of ours, of the environment, or of whoever starts the program': [
    ...['core/missing-package.ts missingPackage', 'relay/client-windows.ts createClientWindows'],
    ...['history/contexts-by-model.ts contextsByModel', 'history/contexts-by-model.ts nameThreads'],
    ...[
      'core/word-pattern.ts wordPattern',
      'react/conversation/own-runs.ts holdRun',
      'react/conversation/own-runs.ts forgetRun',
      'react/hooks/move-focus.ts searchKeys',
      'react/sidebar/use-row-actions.ts useRowActions',
    ],
    ...['client/text/format.ts pluralize'],
    ...['engine/transfer/shape.ts matching', 'engine/transfer/shape.ts bad'],
    ...[
      'commands/chat/conversation/run-chat-command.ts runChatCommand',
      'commands/chat/compact-text.ts restLine',
      'commands/chat/conversation/key-action.ts keyAction',
    ].map(inCli),
    ...['commands/doctor/check-clients.ts checkClients', 'commands/run/client-variables.ts clientVariables'].map(inCli),
    ...['commands/doctor/check-node.ts checkNode', 'progress.ts progressOn', 'run-command.ts wholeNumber'].map(inCli),
    ...['commands/chat/screen/key-line.ts keyLine', 'sentence-of.ts sentenceOf', 'text/theme.ts themeOf'].map(inCli),
    ...['prompts/create-prompts.ts partialNames', 'stores/postgres/parse-address.ts parseAddress'],
    ...['config/prompt-partials.ts promptPartials'].map(inServer),
    ...['config/config-file.ts findConfigFile', 'config/config-file.ts findHomeFile'].map(inServer),
    ...['private-files.ts tightenFiles', 'read-flags.ts readFlags'].map(inServer),
    ...['relay/relay-request.ts checkTarget'].map(inServer),
    ...['gate/check-origin.ts checkOrigin'].map(inServer),
    ...['gate/token.ts cookieValue', 'gate/token.ts sessionEnd'].map(inServer),
    ...['models/providers.ts keyVariable', 'open-browser.ts openBrowser', 'routes/endpoint.ts endpoint'].map(inServer),
    ...['telemetry/known-label.ts knownLabel', 'gate/route-rule.ts ruleIn', 'schemas/named.ts named'].map(inServer),
    'apps/web/src/route.ts parseRoute',
  ],
  'pass headers on, whose length Node has bounded': [
    ...['http/deliver.ts beginBody', 'relay/relay-headers.ts headerPairs'].map(inServer),
  ],
  'draw on a page, and only what is bounded where it is read': [
    ...['apps/web/src/draw-math.ts drawMath', 'apps/web/src/draw-diagram.ts drawDiagram'],
  ],
  'steps of a function beside them that is held': [
    ...['core/steps.ts runToEnd', 'facts/extract.ts extractSteps', 'facts/reading/quote.ts quoteReader'],
    ...[
      'facts/facts.ts factsSteps',
      'facts/retention.ts retentionMeterSteps',
      'facts/select-messages.ts selectMessagesSteps',
    ],
    ...[
      'line-overlaps.ts overlapSteps',
      'select.ts selectSteps',
      'survey.ts surveySteps',
      'values.ts valueSteps',
      'without-repeats.ts withoutRepeatsSteps',
      'worth.ts worthSteps',
    ].map(name => `facts/choosing/${name}`),
  ],
}

function inAiSdk(name: string): string {
  return `ai-sdk/${name}`
}
function inCli(name: string): string {
  return `apps/cli/src/${name}`
}
function inServer(name: string): string {
  return `apps/server/src/${name}`
}

const held = new Set(
  [textFunctions, messageFunctions, programFunctions, programListFunctions]
    .flatMap(table => Object.keys(table))
    .map(name => name.split(',', 1)[0]!),
)
const excepted = new Set(Object.values(exceptions).flat())
// A thread cannot load what has JSX in it; of the page, the patterns are held.
// Words are put around what they are given, and look at no letter of it.
const isWords = ({ path }: Source) => path.startsWith(wordFolder) || path.startsWith(terminalWordFolder)
const shipped = sources.filter(isShipped).filter(source => !source.path.endsWith('.tsx') && !isWords(source))
const nameOf = ({ path, name }: { readonly path: string; readonly name: string }): string =>
  `${path.replace('packages/longhand/src/', '')} ${name}`

test('every exported function that takes text is held against hostile texts, or is excepted for a reason', () => {
  const taking = textTakers(shipped).map(nameOf)
  expect(taking.filter(name => !held.has(name) && !excepted.has(name))).toEqual([])
  // What is excepted is there, takes text, and is not held all the same.
  expect([...excepted].filter(name => !taking.includes(name) || held.has(name))).toEqual([])
})

test('a function that takes text is seen however it is written', () => {
  const core = parse(
    'packages/longhand/src/core/x.ts',
    `export type Said = { readonly id: string; readonly says: readonly Words[] }
     type Words = { readonly text: string }
     export type Sized = { readonly id: string; readonly size: number }`,
  )
  const room = parse(
    'packages/longhand/src/engine/x.ts',
    `import type { Said, Sized } from '../core/x.ts'
     import type { Words } from './words.ts'
     export function a(text: string) {}
     export const b = (said: readonly Said[], at = 1) => at
     export const c = (pattern: RegExp) => (texts: readonly string[]) => pattern
     export function d({ says }: Pick<Said, 'says'>, ...more: readonly unknown[]) { return (text: string) => text }
     export const e = (text = '', wanted: 'a' | 'b') => text
     export const f = (name: string, size: Sized, call: (text: string) => string, words: Words) => size
     export async function g(text: string) {}
     const h = (text: string) => text`,
  )
  expect(textTakers([core, room]).map(({ name, parameters }) => [name, ...parameters])).toEqual([
    ['a', 'text'],
    ['b', 'said'],
    ['c', 'texts'],
    ['d', '{}', 'more', 'text'],
  ])
})
