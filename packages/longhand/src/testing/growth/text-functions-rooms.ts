import { fromModelMessages, toModelMessages } from '../../ai-sdk/convert/convert.ts'
import { addressed } from '../../ai-sdk/convert/file.ts'
import { plain } from '../../ai-sdk/convert/json.ts'
import { toPrompt, toSharedPrompt } from '../../ai-sdk/convert/prompt.ts'
import { fromUIMessages, toUIMessages } from '../../ai-sdk/convert/ui.ts'
import { hasFiles, isUnreadable, withoutFiles } from '../../ai-sdk/failure/unreadable.ts'
import { holdsMessages } from '../../ai-sdk/holds-messages.ts'
import { parseChunk } from '../../client/api/chunk.ts'
import { applyChunk, countWords, newAnswer } from '../../client/screen/answer.ts'
import { answerBlocks, messageBlocks } from '../../client/screen/blocks.ts'
import { commandMenu } from '../../client/screen/command-menu.ts'
import { insertEntry, mergeNewestPage, prependPage } from '../../client/screen/loaded-entries.ts'
import { buildRows } from '../../client/screen/rows.ts'
import { estimateTokens } from '../../client/text/estimate-tokens.ts'
import { withReadRecord } from '../../client/text/read-record.ts'
import { summarySections } from '../../client/text/summary-items.ts'
import { modelName, toSingleLine } from '../../client/text/texts.ts'
import { titleFromText } from '../../client/text/title.ts'
import { tokenGrowth } from '../../client/text/token-growth.ts'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'
import { runToEnd } from '../../core/steps.ts'
import { parseExportLine } from '../../engine/transfer/parse-export-line.ts'
import { isRecord, knownLines } from '../../facts/quoting/known-lines.ts'
import { quoteAnswer } from '../../facts/quoting/quote-answer.ts'
import { toPlain, writePlain } from '../../langchain/plain-message.ts'
import { writeSteps } from '../../openai-agents/steps.ts'
import { defaultPrompts, tidy } from '../../prompts/prompts.ts'
import { render } from '../../prompts/template.ts'
import { gather } from '../../providers/evidence.ts'
import { readOverflow } from '../../providers/overflow-wordings.ts'
import { providerFailureOf } from '../../providers/provider-failure.ts'
import { codeIn } from '../../react/sign-in/code-in.ts'
import { previewOf, toRow } from '../../stores/entry-row.ts'
import { exactFinder, finder } from '../../stores/memory/search.ts'
import { joinChunks } from '../../stores/postgres/json-parameter.ts'
import { isFindable, responseOf } from '../../stores/response-of.ts'
import { asSent, exactQuery, indexed, searchable, searchQuery, storable } from '../../stores/storable.ts'
import { withKeysInOrder } from '../../stores/transfer/keys-in-order.ts'
import { wordsOf } from '../../stores/words-of.ts'
import { weightInIndex, wordsOnce } from '../../stores/words-once.ts'
import { countTokens } from '../../tokens/count.ts'
import { countByLine } from '../../tokens/count-by-line.ts'
import { countMessage, countText } from '../../tokens/count-message.ts'
import { familyOf } from '../../tokens/families.ts'
import { growingCount } from '../../tokens/growing-count.ts'
import { limitsOf, plainName } from '../../tokens/limits.ts'
import { modelFacts } from '../../tokens/models.ts'
import { registryEntry } from '../../tokens/registry/registry.ts'
import { readAnthropicMessage, toAnthropic } from '../../wire/anthropic.ts'
import { readBlocks, writeBlocks } from '../../wire/anthropic-blocks.ts'
import { branchOfLines } from '../../wire/claude-code-branch.ts'
import { countedTranscript } from '../../wire/counted-transcript.ts'
import { otherFields } from '../../wire/json-object.ts'
import { toLonghand } from '../../wire/longhand.ts'
import { toOpenAIChat } from '../../wire/openai-chat.ts'
import { fileAt, readContent, writeContent } from '../../wire/openai-content.ts'
import { itemIdOf, readItems } from '../../wire/openai-responses.ts'
import { parseJson, readJson } from '../../wire/parse-json.ts'
import { readTranscript } from '../../wire/read-transcript.ts'
import { openSource, sourceOf } from '../../wire/source.ts'
import { toOpenAIResponses, withoutItemIds } from '../../wire/to-openai-responses.ts'
import { readInput, writeInput } from '../../wire/tool-input.ts'
import { formats } from '../../wire/transcript.ts'
import { conversationOf, entriesOf, shortMessages, type TextFunctions } from './text-function.ts'

/** What the rooms around the core do with texts: count, read and write formats, convert, store, show. */
export const roomFunctions: TextFunctions = {
  'ai-sdk/convert/file.ts addressed': text => addressed(text, text),
  'ai-sdk/convert/json.ts plain': text => plain(nested(text)),
  'ai-sdk/convert/prompt.ts toPrompt': text => toPrompt(conversationOf(text), text),
  'ai-sdk/convert/ui.ts fromUIMessages': text => fromUIMessages([...toUIMessages(shownAs(text))]),
  'ai-sdk/convert/ui.ts toUIMessages': text => toUIMessages(shownAs(text)),
  'ai-sdk/convert/convert.ts fromModelMessages': text => fromModelMessages([...toModelMessages(conversationOf(text))]),
  'ai-sdk/holds-messages.ts holdsMessages': text => {
    const messages = toModelMessages(conversationOf(text))
    holdsMessages(messages, messages)
  },
  'providers/overflow-wordings.ts readOverflow': text => readOverflow(text),
  'prompts/prompts.ts tidy': text => tidy(defaultPrompts.cold({ ...request, transcript: text, previous: text }).user),
  'prompts/template.ts render': text => render([text, { word: 'transcript' }], { transcript: text }),
  'providers/evidence.ts gather': text => gather({ message: text, responseBody: text, statusCode: 500 }),
  'providers/provider-failure.ts providerFailureOf': text => providerFailureOf(new Error(text)),
  'ai-sdk/failure/unreadable.ts isUnreadable': text => isUnreadable({ message: text, statusCode: 400 }),
  'client/screen/answer.ts countWords': text =>
    countWords(applyChunk(newAnswer(0), { type: 'text-delta', id: '1', delta: text })),
  'client/screen/answer.ts applyChunk': text =>
    text
      .split('\n')
      .slice(0, 2_000)
      .reduce((answer, delta) => applyChunk(answer, { type: 'text-delta', id: '1', delta }), newAnswer(0)),
  'client/screen/blocks.ts messageBlocks': text => messageBlocks(entriesOf(conversationOf(text))),
  'client/api/chunk.ts parseChunk': text => parseChunk(text),
  'client/screen/command-menu.ts commandMenu': text => commandMenu(`/${text}`),
  'client/text/estimate-tokens.ts estimateTokens': text => estimateTokens(text),
  'client/text/summary-items.ts summarySections': text => summarySections(text),
  'client/text/summary-items.ts summarySections, of one item': text => summarySections(`## Record\n- a ${text}`),
  'client/text/read-record.ts withReadRecord': text =>
    withReadRecord(summarySections(`## Record\n¶1 assistant: ${text}\n¶2 tool: a (failed)\n ${text}`)),
  'client/text/read-record.ts withReadRecord, of many calls': text =>
    withReadRecord(
      summarySections(`## Record\n¶2 tool: ${text.replaceAll('\n', ' (failed)\n¶2 tool: ')}\n¶3 assistant: ${text}`),
    ),
  'client/text/texts.ts toSingleLine': text => toSingleLine(text),
  'client/text/texts.ts modelName': text => modelName(text),
  'client/text/title.ts titleFromText': text => titleFromText(text),
  'facts/quoting/known-lines.ts isRecord': text => isRecord({ type: 'text', text }),
  'facts/quoting/known-lines.ts knownLines': text => knownLines(conversationOf(text)),
  'facts/quoting/known-lines.ts knownLines, of a record': text =>
    knownLines(conversationOf(`<a>\nThis is a record ${text}`)),
  'facts/quoting/quote-answer.ts quoteAnswer': text =>
    quoteAnswer([...conversationOf(text), ...conversationOf(text).slice(1, 2)]),
  'react/sign-in/code-in.ts codeIn': text => codeIn(text),
  'stores/memory/search.ts finder': text => finder(text)(text),
  'stores/memory/search.ts exactFinder': text => exactFinder(text)(text),
  'stores/entry-row.ts previewOf': text => conversationOf(text).map(previewOf),
  'stores/entry-row.ts toRow': text => entriesOf(conversationOf(text)).map(entry => toRow(entry)),
  'stores/words-of.ts wordsOf': text => conversationOf(text).map(message => wordsOf(message)),
  'stores/storable.ts asSent': text => asSent(text),
  'stores/storable.ts indexed': text => indexed(text),
  'stores/storable.ts searchable': text => searchable(text),
  'stores/storable.ts storable': text => storable(text),
  'stores/postgres/json-parameter.ts joinChunks': text => joinChunks({ chunks: text.split('\n') }),
  'stores/words-once.ts wordsOnce': text => runToEnd(wordsOnce([text])),
  'stores/words-once.ts weightInIndex': text => weightInIndex(text),
  'stores/storable.ts searchQuery': text => searchQuery(text),
  'stores/storable.ts exactQuery': text => exactQuery(text),
  'stores/transfer/keys-in-order.ts withKeysInOrder': text => withKeysInOrder({ a: text.split('\n'), [text]: text }),
  'tokens/count-message.ts countMessage': text => countMessage({ role: 'user', parts: [{ type: 'text', text }] }),
  'tokens/count-message.ts countText': text =>
    countText({ role: 'user', parts: [{ type: 'opaque', kind: 'x', value: nested(text) }] }),
  'tokens/count.ts countTokens': text => countTokens(text),
  'tokens/count-by-line.ts countByLine': text => countByLine(text),
  'tokens/families.ts familyOf': text => familyOf(text),
  'tokens/growing-count.ts growingCount': text => {
    const growing = growingCount()
    for (let at = 0; at < text.length; at += 1 + (text.length >> 4)) {
      growing.append(text.slice(at, at + 1 + (text.length >> 4)))
      growing.count()
    }
  },
  'tokens/limits.ts limitsOf': text => limitsOf(text),
  'tokens/limits.ts plainName': text => plainName(text),
  'tokens/models.ts modelFacts': text => modelFacts(text),
  'tokens/registry/registry.ts registryEntry': text => registryEntry(text),
  'langchain/plain-message.ts writePlain': text => writePlain(conversationOf(text)),
  'langchain/plain-message.ts toPlain': text =>
    toPlain({
      type: 'ai',
      content: [
        { type: 'thinking', thinking: text },
        { type: 'text', text },
      ],
    }),
  'openai-agents/steps.ts writeSteps': text => writeSteps(conversationOf(text)),
  'wire/anthropic.ts toAnthropic': text => toAnthropic(conversationOf(text)),
  'wire/anthropic.ts readAnthropicMessage': text => readAnthropicMessage('user', blocks(text), new Map()),
  'wire/anthropic-blocks.ts readBlocks': text => readBlocks(blocks(text), new Map()),
  'wire/anthropic-blocks.ts writeBlocks': text => writeBlocks(conversationOf(text).flatMap(({ parts }) => parts)),
  'wire/json-object.ts otherFields': text =>
    otherFields(Object.fromEntries(text.split('\n').map((line, at) => [`${at}${line}`, line])), ['type', 'text']),
  'wire/parse-json.ts readJson': text => readJson(JSON.stringify([text])),
  'wire/openai-content.ts writeContent': text => writeContent(conversationOf(text).flatMap(({ parts }) => parts)),
  'engine/transfer/parse-export-line.ts parseExportLine': text =>
    parseExportLine(JSON.stringify({ type: 'memory', text, at: 0 }), () => 0),
  'wire/counted-transcript.ts countedTranscript': text =>
    countedTranscript(JSON.stringify([{ role: 'user', content: text }]), () => 0),
  'wire/parse-json.ts parseJson': text => parseJson(text),
  'wire/openai-content.ts fileAt': text => fileAt(text, 'image/*'),
  'wire/openai-content.ts readContent': text =>
    readContent(text.split('\n').map(line => ({ type: 'text', text: line }))),
  ...Object.fromEntries(
    formats.map(format => [
      `wire/read-transcript.ts readTranscript, ${format}`,
      (text: string) => readTranscript(JSON.stringify({ messages: sdkLike(text) }), format),
    ]),
  ),
  'wire/read-transcript.ts readTranscript': text => readTranscript(text),
  'wire/read-transcript.ts readTranscript, of lines': text => readTranscript(logOf(text)),
  'wire/source.ts openSource': text => openSource(text),
  'wire/source.ts sourceOf': text => sourceOf(sdkLike(text)),
  'wire/tool-input.ts readInput': text => readInput(text),
  'wire/tool-input.ts writeInput': text => writeInput({ a: text }),
}

/** The same of many messages, which grow in number with the text. */
export const roomMessageFunctions: TextFunctions = {
  'ai-sdk/convert/prompt.ts toPrompt, of short messages': text => toPrompt(shortMessages(text)),
  'ai-sdk/convert/prompt.ts toSharedPrompt': text => toSharedPrompt(shortMessages(text), text),
  'ai-sdk/convert/prompt.ts toPrompt, of many calls': text => toPrompt(manyCalls(text)),
  'ai-sdk/convert/convert.ts toModelMessages': text => toModelMessages(shortMessages(text)),
  'ai-sdk/failure/unreadable.ts hasFiles': text => hasFiles(shortMessages(text)),
  'ai-sdk/failure/unreadable.ts withoutFiles': text => withoutFiles(shortMessages(text)),
  'client/screen/blocks.ts answerBlocks': text =>
    answerBlocks(
      text.split('\n').map((output, at) => ({
        ...{ type: 'call', id: `${at}`, step: 1, name: 'read', input: { path: output } },
        ...{ outcome: 'ok', output },
      })) as Parameters<typeof answerBlocks>[0],
    ),
  'client/screen/blocks.ts blocksOf, of many calls': text => messageBlocks(entriesOf(manyCalls(text))),
  'client/text/token-growth.ts tokenGrowth': text => tokenGrowth({ receipts: [], entries: shown(text), used: 10 }),
  'client/screen/rows.ts buildRows': text => buildRows({ entries: shown(text), more: false }),
  'client/screen/loaded-entries.ts mergeNewestPage': text =>
    mergeNewestPage({ entries: shown(text), more: true }, { entries: shown(text), more: false }),
  'client/screen/loaded-entries.ts prependPage': text =>
    prependPage({ entries: shown(text), more: true }, { entries: shown(text), more: false }),
  'client/screen/loaded-entries.ts insertEntry': text => insertEntry(shown(text), shown('x')[0]!),
  'ai-sdk/convert/ui.ts toUIMessages, of one answer': text =>
    toUIMessages(parallel(text).map(message => ({ id: 'one', message }))),
  'ai-sdk/convert/ui.ts toUIMessages, of one answer in many steps': text =>
    toUIMessages(manyCalls(text).map(message => ({ id: 'one', message }))),
  'ai-sdk/convert/ui.ts fromUIMessages, of one answer': text =>
    fromUIMessages(toUIMessages(parallel(text).map(message => ({ id: 'one', message })))),
  'ai-sdk/convert/ui.ts fromUIMessages, with a note of many fields': text => fromUIMessages([noted(text)]),
  'ai-sdk/convert/convert.ts fromModelMessages, of one answer': text =>
    fromModelMessages([...toModelMessages(parallel(text))]),
  'wire/claude-code-branch.ts branchOfLines': text =>
    branchOfLines(shortMessages(text).map((_, index) => ({ index, value: { uuid: `${index}`, type: 'user' } }))),
  'wire/longhand.ts toLonghand': text => toLonghand(shortMessages(text)),
  'wire/openai-chat.ts toOpenAIChat': text => toOpenAIChat(manyCalls(text)),
  'wire/to-openai-responses.ts toOpenAIResponses': text => toOpenAIResponses(manyCalls(text)),
  'wire/to-openai-responses.ts withoutItemIds': text => manyCalls(text).map(withoutItemIds),
  'wire/openai-responses.ts itemIdOf': text => conversationOf(text).flatMap(({ parts }) => parts.map(itemIdOf)),
  'stores/response-of.ts responseOf': text => responseOf({ response: text }),
  'stores/response-of.ts isFindable': text => isFindable(text),
  'wire/openai-responses.ts readItems': text =>
    readItems(text.split('\n').map((content, index) => ({ index, value: { role: 'assistant', content } }))),
}

const nested = (text: string): Json => [{ a: [text, { b: text.split('\n') }] }]

const shownAs = (text: string) => conversationOf(text).map((message, at) => ({ id: `e${at}`, message }))

const shown = (text: string) =>
  entriesOf(shortMessages(text)).map(entry => ({ ...entry, at: '2026-01-01T00:00:00Z', model: 'm' }))

/** One call and one answer for each short message. */
const manyCalls = (text: string): readonly Message[] =>
  shortMessages(text).flatMap((_, at) => [
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: `c${at}`, name: `t ${at}`, input: {} }],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: `c${at}`, name: `t ${at}`, outcome: 'ok', output: 'x' }],
    },
  ])

/** All calls in one message, all answers in the next. */
const parallel = (text: string): readonly Message[] => {
  const calls = manyCalls(text)
  return [
    {
      role: 'assistant',
      parts: calls.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => parts),
    },
    { role: 'tool', parts: calls.filter(({ role }) => role === 'tool').flatMap(({ parts }) => parts) },
  ]
}

/** A message with a note about itself, as only we write them, but with a field for each short message. */
const noted = (text: string) => {
  const fields = Object.fromEntries(shortMessages(text).map((_, at) => [`f${at}`, at]))
  const note = { set: {}, drop: Object.keys(fields) }
  const part = { type: 'text', text: 'x', ...fields, providerMetadata: { longhand: { core: note } } }
  return { id: '1', role: 'user', parts: [part] } as unknown as Parameters<typeof fromUIMessages>[0][number]
}

const blocks = (text: string): Json => text.split('\n').map(line => ({ type: 'text', text: line }))

const sdkLike = (text: string): Json =>
  text.split('\n').map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content }))

/** A log of one program, a line for each line. */
const logOf = (text: string): string =>
  text
    .split('\n')
    .map((content, at) =>
      JSON.stringify({ uuid: `${at}`, parentUuid: `${at - 1}`, type: 'user', message: { role: 'user', content } }),
    )
    .join('\n')

const request = {
  transcript: '',
  fence: 'k7q2',
  previous: null,
  instructions: null,
  complaint: null,
  tag: 'summary',
  maxTokens: 100,
  form: 'summary',
} as unknown as Parameters<typeof defaultPrompts.cold>[0]
