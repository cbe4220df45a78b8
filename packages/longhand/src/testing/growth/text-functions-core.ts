import { batchJson } from '../../core/batch-json.ts'
import * as branches from '../../core/branch.ts'
import { checkBranch } from '../../core/check-branch.ts'
import { checkMessage, isPart } from '../../core/check-message.ts'
import { parseCommand } from '../../core/command.ts'
import { cutMessages, lengthOfMessages } from '../../core/cut-messages.ts'
import { escapeTag } from '../../core/escape-tag.ts'
import { exchanges, readable } from '../../core/exchange.ts'
import { foldMessage } from '../../core/fold.ts'
import { joinFoldTexts, splitFoldTexts } from '../../core/fold-texts.ts'
import { findLandmarks, judgeable } from '../../core/landmark.ts'
import * as layouts from '../../core/layout.ts'
import { callsOf, outputText, resultsOf, textOf } from '../../core/message.ts'
import { nearest } from '../../core/nearest.ts'
import { parsePolicy } from '../../core/parse-policy.ts'
import { compaction, newFolds, type Plan, plan, planOf } from '../../core/plan.ts'
import { classic } from '../../core/policy.ts'
import { largestProtected, protection } from '../../core/protect.ts'
import { sameJson } from '../../core/same-json.ts'
import { saysDecision } from '../../core/says-decision.ts'
import { saysFix, saysProblem } from '../../core/says-fix.ts'
import { spanSearch } from '../../core/span.ts'
import { runToEnd } from '../../core/steps.ts'
import { trim } from '../../core/trim.ts'
import { trimsOf } from '../../core/trims.ts'
import { edit, redo, undo } from '../../core/undo.ts'
import { modelMessages, view, viewOf } from '../../core/view.ts'
import { windowStatus } from '../../core/window.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import { bareFactLines } from '../../facts/bare-fact-lines.ts'
import { factValues } from '../../facts/choosing/fact-values.ts'
import { ledger, unmarked } from '../../facts/choosing/ledger.ts'
import { lineOverlaps } from '../../facts/choosing/line-overlaps.ts'
import { prune } from '../../facts/choosing/prune.ts'
import { requiredPassages } from '../../facts/choosing/required-passages.ts'
import { select } from '../../facts/choosing/select.ts'
import { survey } from '../../facts/choosing/survey.ts'
import { isFailure, valuesOf } from '../../facts/choosing/values.ts'
import { learntWeights } from '../../facts/choosing/weights.ts'
import { withCovered } from '../../facts/choosing/with-covered.ts'
import { withoutRepeats } from '../../facts/choosing/without-repeats.ts'
import { worthOf } from '../../facts/choosing/worth.ts'
import { chunks } from '../../facts/chunks.ts'
import { escapeControlText } from '../../facts/escape-control-text.ts'
import { extract } from '../../facts/extract.ts'
import { analyseSource, extractContext } from '../../facts/extract-context.ts'
import type { ExtractJob } from '../../facts/extract-job.ts'
import type { Fact } from '../../facts/fact.ts'
import { facts, factsOf } from '../../facts/facts.ts'
import { fileList } from '../../facts/file-list.ts'
import { chunkTranscript, fitTranscript, tokensOf } from '../../facts/fit-transcript.ts'
import { keptRuns } from '../../facts/kept-runs.ts'
import { redact } from '../../facts/redact.ts'
import { replaceLines } from '../../facts/replace-lines.ts'
import { retention, retentionMeter } from '../../facts/retention.ts'
import { carriedConstraints, parseSections, renderSections, sectionOf } from '../../facts/sections.ts'
import { withoutSpokenSecrets } from '../../facts/spoken-secrets.ts'
import { readTranscript, transcript } from '../../facts/transcript.ts'
import { conversationOf, entriesOf, quarter, shortMessages, type TextFunctions } from './text-function.ts'

/** What the core does with texts, and with messages that hold them. */
export const coreFunctions: TextFunctions = {
  'facts/bare-fact-lines.ts bareFactLines': text => bareFactLines(factsIn(text), 1_000, quarter),
  'core/check-message.ts isPart': text => isPart({ type: 'text', text }),
  'core/check-message.ts checkMessage': text => checkMessage({ role: 'user', parts: [{ type: text, text }] }),
  'facts/choosing/with-covered.ts withCovered': text => withCovered(survey(numbered(text)), text),
  'facts/choosing/fact-values.ts factValues': text => factValues(survey(numbered(text)), factsIn(text)),
  'facts/choosing/line-overlaps.ts lineOverlaps': text =>
    lineOverlaps(lines(text), [...lines(text).keys()].slice(0, 4_000)),
  'facts/choosing/ledger.ts unmarked': text => unmarked(text),
  'facts/choosing/ledger.ts ledger': text => ledger(survey(numbered(text)).passages),
  'facts/choosing/required-passages.ts requiredPassages': text =>
    requiredPassages(survey(numbered(text)), { budget: 1_000, count: quarter }),
  'facts/choosing/prune.ts prune': text => prune(text, 500, { ...weighed(text), count: quarter }),
  'facts/choosing/select.ts select': text => {
    const { survey, values } = weighed(text)
    return select(survey, values, { tokens: 1_000, count: quarter, required: [], alongside: lines(text) })
  },
  'facts/choosing/survey.ts survey': text => survey(numbered(text)),
  'facts/choosing/without-repeats.ts withoutRepeats': text => withoutRepeats(survey(numbered(text))),
  'facts/choosing/values.ts isFailure': text => survey(numbered(text)).passages.filter(isFailure),
  'facts/choosing/values.ts valuesOf': text => weighed(text),
  'core/command.ts parseCommand': text => parseCommand(text),
  'core/command.ts parseCommand, after a slash': text => parseCommand(`/${text}`),
  'core/command.ts parseCommand, /compact': text => parseCommand(`/compact ${text}`),
  'core/command.ts parseCommand, flags': text =>
    parseCommand(`/compact ${'--fast '.repeat(Math.ceil(text.length / 7))}`),
  'core/cut-messages.ts cutMessages': text => cutMessages(conversationOf(text), text.length),
  'core/escape-tag.ts escapeTag': text => escapeTag(text, 'summary'),
  'facts/escape-control-text.ts escapeControlText': text => escapeControlText(text),
  'facts/extract-context.ts analyseSource': text => runToEnd(analyseSource(job(text))),
  'facts/extract-context.ts extractContext': text =>
    runToEnd(extractContext(job(text), runToEnd(analyseSource(job(text))))),
  'facts/extract.ts extract': text => extract(job(text)),
  'facts/extract.ts extract, until enough': text => extract({ ...job(text), minRetention: 0.9, targetRetention: 0.95 }),
  'facts/facts.ts facts': text => facts(numbered(text)),
  'facts/file-list.ts fileList': text =>
    fileList(
      lines(text).map((path, number) => ({ path, number, use: 'changed' })),
      100,
      quarter,
    ),
  'facts/fit-transcript.ts chunkTranscript': text => chunkTranscript(transcriptJob(numbered(text)), quarter),
  'facts/fit-transcript.ts fitTranscript': text => fitTranscript(transcriptJob(numbered(text)), quarter),
  'core/fold-texts.ts joinFoldTexts': text => joinFoldTexts(lines(text)),
  'core/fold-texts.ts splitFoldTexts': text => splitFoldTexts(text, 2),
  'core/fold.ts foldMessage': text => foldMessage(fold(text)),
  'core/landmark.ts findLandmarks': text => findLandmarks({ messages: conversationOf(text), openError }),
  'core/landmark.ts findLandmarks, of a failure': text => findLandmarks({ messages: mended(text), openError }),
  'core/landmark.ts findLandmarks, of one tool': text => findLandmarks({ messages: calledBy(text), openError }),
  'core/landmark.ts judgeable': text => judgeable(text),
  'core/says-decision.ts saysDecision': text => saysDecision(text),
  'core/says-fix.ts saysFix': text => saysFix(text),
  'core/says-fix.ts saysProblem': text => saysProblem(text),
  'core/message.ts outputText': text => conversationOf(text).flatMap(resultsOf).map(outputText),
  'core/nearest.ts nearest': text => nearest(text, ['compact', 'checkpoints']),
  'core/parse-policy.ts parsePolicy': text => parsePolicy({ tag: text, [text]: text }),
  'core/batch-json.ts batchJson': text => batchJson(lines(text)),
  'facts/redact.ts redact': text => redact(text),
  'facts/replace-lines.ts replaceLines': text => replaceLines(text, /a/g, line => line.slice(1)),
  'facts/spoken-secrets.ts withoutSpokenSecrets': text => withoutSpokenSecrets(text),
  'facts/retention.ts retentionMeter': text => [text, text.slice(1)].map(retentionMeter(factsIn(text))),
  'facts/retention.ts retention': text => retention(factsIn(text), text),
  'facts/retention.ts retention, in another text': text => retention(factsIn(text), text.toUpperCase().slice(1)),
  'core/same-json.ts sameJson': text => sameJson([lines(text), { [text]: text }], [lines(text), { [text]: text }]),
  'facts/sections.ts carriedConstraints': text => carriedConstraints(`## Constraints\n${text}`, numbered(text)),
  'facts/sections.ts parseSections': text => parseSections(text),
  'facts/sections.ts renderSections': text => renderSections([{ name: 'record', text }]),
  'facts/sections.ts sectionOf': text => sectionOf(text),
  'facts/transcript.ts readTranscript': text => readTranscript(`[x ¶1 person]\n${text}`),
  'facts/transcript.ts readTranscript, of a tool': text => readTranscript(`[x ¶1 tool]\n${text}`),
  'facts/transcript.ts readTranscript, of a call': text => readTranscript(`[x ¶1 assistant]\n→ ${text}`),
  'facts/transcript.ts transcript': text => transcript(numbered(text), { fence: 'k7q2', limit: 1e9 }),
  'core/trim.ts trim': text => entriesOf(conversationOf(text)).map(entry => trim(entry, 2_000)),
}

/** The same of many messages, which grow in number with the text. */
export const coreMessageFunctions: TextFunctions = {
  'core/branch.ts append': text => branches.append(many(text), many('x')[0]!, 'x'),
  'core/branch.ts activeFolds': text => branches.activeFolds(compacted(text)),
  'core/branch.ts activeCompaction': text => branches.activeCompaction(compacted(text)),
  'core/branch.ts messagesOf': text => branches.messagesOf(many(text)),
  'core/branch.ts place': text => branches.place(many(text), many('x')[0]!, 'x'),
  'core/layout.ts protectedSpans': text => layouts.protectedSpans(compacted(text)),
  'core/layout.ts layoutOf': text => layouts.layoutOf(compacted(text)),
  'core/layout.ts shorten': text => layouts.shorten(compacted(text)),
  'core/branch.ts compactionHistory': text => branches.compactionHistory(compacted(text)),
  'core/layout.ts isShownUnder': text => {
    const isShown = layouts.isShownUnder(digests(text), spanSearch(spans(text)))
    return many(text).filter(({ depth }) => isShown(depth))
  },
  'core/check-branch.ts checkBranch': text => checkBranch(compacted(text)),
  'facts/choosing/survey.ts survey, of short messages': text => survey(many(text)),
  'facts/choosing/worth.ts worthOf': text => worthOf(survey(many(text)), learntWeights),
  'facts/chunks.ts chunks': text => chunks(many(text), 100, messages => messages.length),
  'facts/chunks.ts chunks, of one exchange': text => chunks(answers(text), 100, messages => messages.length),
  'core/cut-messages.ts cutMessages, of many': text => cutMessages(shortMessages(text), text.length),
  'core/cut-messages.ts lengthOfMessages': text => lengthOfMessages(shortMessages(text)),
  'core/exchange.ts exchanges': text => exchanges(many(text)),
  'core/exchange.ts exchanges, of one': text => exchanges(answers(text)),
  'core/exchange.ts readable': text => exchanges(answers(text)).map(readable),
  'facts/facts.ts factsOf': text => factsOf(many(text), survey(many(text))),
  'facts/fit-transcript.ts chunkTranscript, of many': text => chunkTranscript(transcriptJob(many(text)), quarter),
  'facts/fit-transcript.ts tokensOf': text => tokensOf(many(text)),
  'core/landmark.ts findLandmarks, of a tool name': text =>
    findLandmarks({ messages: answers(text).map(({ message }) => message), openError }),
  'core/message.ts callsOf': text => shortMessages(text).flatMap(callsOf),
  'core/message.ts resultsOf': text => shortMessages(text).flatMap(resultsOf),
  'core/message.ts textOf': text => shortMessages(text).map(textOf),
  'core/plan.ts compaction': text => compaction(compacted(text), everything(text), [fold(text)]),
  'core/plan.ts newFolds': text => newFolds({ ...everything(text), planned: digests(text) }, digests(text)),
  'core/plan.ts planOf': text => planOf(layouts.layoutOf(many(text)), classic, { by: 'force', status: status() }),
  'core/plan.ts plan': text => plan(many(text), classic, { by: 'force', status: status() }),
  'core/plan.ts plan, of digests': text =>
    plan(many(text), { ...classic, strategy: 'digest', target: -1e9 }, { by: 'force', status: status() }),
  'core/plan.ts plan, again, of digests': text =>
    plan(digested(text), { ...classic, strategy: 'digest', target: -1e9 }, { by: 'force', status: status() }),
  'core/plan.ts plan, of one exchange': text => plan(answers(text), classic, { by: 'force', status: status() }),
  'core/plan.ts plan, of what a person chose': text =>
    plan(many(text), classic, {
      by: 'force',
      status: status(),
      choice: { type: 'fold', numbers: many(text).map(({ number }) => number) },
    }),
  'core/protect.ts largestProtected': text => largestProtected(layouts.layoutOf(compacted(text))),
  'core/protect.ts protection': text => protection(many(text), 2, 'protect'),
  'core/layout.ts shields': text => layouts.shields(compacted(text)),
  'facts/kept-runs.ts keptRuns': text => keptRuns(many(text), new Set(many(text).map(({ depth }) => depth))),
  'core/trims.ts trimsOf': text => trimsOf(many(text), { which: 'all', maxOutputLength: 2_000 }, () => 1),
  'core/undo.ts edit': text => edit(compacted(text), text, 1),
  'core/undo.ts redo': text => redo(compacted(text)),
  'core/undo.ts undo': text => undo(compacted(text)),
  'core/view.ts view, of digests': text => view(digested(text)),
  'core/view.ts modelMessages': text => modelMessages(view(many(text))),
  'core/view.ts view': text => view(compacted(text)),
  'core/view.ts viewOf': text => viewOf(layouts.layoutOf(compacted(text))),
  'core/view.ts view, of one exchange': text => view(answers(text)),
  'core/without-file-bytes.ts withoutFileBytes': text => many(text).map(withoutFileBytes),
}

/** Any message may resolve it. */
const openError = { tool: null, succeededSince: true }

const lines = (text: string): readonly string[] => text.split('\n')

const numbered = (text: string) => entriesOf(conversationOf(text))

const many = (text: string) => entriesOf(shortMessages(text))

/** A call with as many answers as the text has short messages. */
const answers = (text: string) => {
  const ids = shortMessages(text).map((_, at) => `c${at}`)
  const name = text.slice(0, 4_000)
  return entriesOf([
    { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
    { role: 'assistant', parts: ids.map(callId => ({ type: 'tool-call', callId, name, input: {} })) },
    ...ids.map(callId => ({
      role: 'tool' as const,
      parts: [{ type: 'tool-result' as const, callId, name, outcome: 'ok' as const, output: 'x' }],
    })),
  ])
}

/** A call whose tool has the text for a name. */
const calledBy = (name: string) =>
  answers('x').map(({ message }) => ({
    ...message,
    parts: message.parts.map(part => ('name' in part ? { ...part, name } : part)),
  }))

const mended = (text: string) =>
  conversationOf(text).map(message => ({
    ...message,
    parts: message.parts.map(part => (part.type === 'tool-result' ? { ...part, outcome: 'error' as const } : part)),
  }))

const factsIn = (text: string): readonly Fact[] => facts(numbered(text))

const weighed = (text: string) => {
  const seen = survey(numbered(text))
  return { survey: seen, values: valuesOf(seen, worthOf(seen, learntWeights)) }
}

const job = (text: string): ExtractJob => ({
  messages: numbered(text),
  staying: new Set([2]),
  prose: text,
  budget: 1_000,
  targetRetention: 1,
  count: quarter,
})

const fold = (text: string, to = 1) =>
  ({ type: 'summary', span: { from: 1, to }, kept: [], text, tag: 'summary', count: 1 }) as const

/** A branch of many messages with a compaction, as many protections as messages, undone and done again. */
const compacted = (text: string): branches.Branch => {
  const messages = many(text)
  const after = (at: number) => ({ depth: messages.length + 1 + at })
  const wishes = messages.map(({ depth }, at) => ({
    ...{ type: 'protection', id: `p${at}`, ...after(at), span: { from: depth, to: depth } },
    action: 'protect',
  }))
  const entry = { type: 'compaction', version: 1, base: null, edits: null, folds: [fold(text, messages.length)] }
  const last = after(messages.length)
  return [...messages, ...wishes, { ...entry, id: 'k', ...last }] as branches.Branch
}

/** A digest for every other message. */
const digests = (text: string) =>
  spans(text)
    .filter((_, at) => at % 2 === 1)
    .map(span => ({ ...fold('x'), type: 'digest' as const, span }))

const spans = (text: string) => many(text).map(({ depth }) => ({ from: depth, to: depth }))

const digested = (text: string): branches.Branch => {
  const messages = many(text)
  const entry = { type: 'compaction', version: 1, base: null, edits: null, folds: digests(text) } as const
  return [...messages, { ...entry, id: 'k', depth: messages.length + 1 }]
}

const transcriptJob = (messages: ReturnType<typeof numbered>) => ({ messages, fence: 'k7q2', maxTokens: 1_000 })

const everything = (text: string): Extract<Plan, { type: 'fold' }> => ({
  type: 'fold',
  strategy: 'summary',
  planned: [{ type: 'summary', span: { from: 1, to: many(text).length }, kept: [] }],
  carried: [],
})

const status = () =>
  windowStatus(
    {
      used: 900,
      source: 'estimated',
      breakdown: { system: 0, tools: 0, summary: 0, protected: 0, messages: 900, attachments: 0 },
    },
    { window: 1_000, reserve: 100 },
  )
