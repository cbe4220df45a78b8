import { buildRows } from '../../client/screen/rows.ts'
import { addedLines, linesIn } from '../../core/added-lines.ts'
import { changeOf, isOnlyTrims } from '../../core/compaction-change.ts'
import type { CompactionEntry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { isLong } from '../../core/is-long.ts'
import { layOut, layoutOf, shields } from '../../core/layout.ts'
import { user } from '../../core/message.ts'
import { carriedFolds } from '../../core/plan.ts'
import { cutText, recalledText } from '../../core/recalled-text.ts'
import { runToEnd } from '../../core/steps.ts'
import { readView, view } from '../../core/view.ts'
import { heavySteps, weightOf } from '../../core/weight.ts'
import { breakerFrom } from '../../engine/compaction/breaker.ts'
import { failureOf, failureOfProvider, reasonOf } from '../../engine/failure.ts'
import { entryWeight } from '../../engine/held-branches.ts'
import { cut, putBack } from '../../engine/long-work/parts.ts'
import { slices } from '../../engine/long-work/slices.ts'
import { checkTree } from '../../engine/transfer/check-tree.ts'
import { parseExportLines } from '../../engine/transfer/parse-export-lines.ts'
import { readEntryMeta } from '../../engine/turn/entry-meta.ts'
import { shownMessages } from '../../engine/turn/step.ts'
import { selectMessages } from '../../facts/select-messages.ts'
import { checkJson } from '../../history/check-json.ts'
import { stateFor } from '../../history/compaction-state.ts'
import { isDisplayState } from '../../history/display-state.ts'
import { readHistoryRequest } from '../../history/history-request.ts'
import { withoutMarks } from '../../history/same-message.ts'
import { messageId, stableId } from '../../history/stable-id.ts'
import { buildColumns } from '../../react/compaction/view-columns.ts'
import { splitAtWords } from '../../react/search/split-at-words.ts'
import { findMath } from '../../react/text/find-math.ts'
import { markFormulas, splitAtMarks, unmark } from '../../react/text/formulas.ts'
import { highlight } from '../../react/text/highlight.ts'
import { checkEntries } from '../../stores/check-entries.ts'
import { readCursor } from '../../stores/cursor.ts'
import { nextPageSize } from '../../stores/page-size.ts'
import { storeError } from '../../stores/postgres/store-error.ts'
import { serialiseError } from '../../threads/serialised-error.ts'
import { breakdownOf } from '../../tokens/breakdown.ts'
import { scaleOf } from '../../tokens/estimate.ts'
import { readCalibration } from '../../tokens/read-calibration.ts'
import { tallyOf } from '../../tokens/view-tally.ts'
import { conversationOf, entriesOf, shortMessages, type TextFunctions } from './text-function.ts'

const saidIn = (text: string, at: number) => ({ id: String(at), role: 'user', parts: [{ type: 'text', text }] })
const displayState = (text: string) => {
  const folds = [{ type: 'summary', span: { from: 2, to: 3 }, kept: [], text, tag: 'summary', count: 0 }]
  return { version: 1, apiStartIndex: 2, summaryMessage: saidIn(text, 0), folds, messages: 3 }
}

const compaction = (text: string, depth: number): CompactionEntry => ({
  ...{ type: 'compaction', id: `${depth}`, depth, version: 1, base: depth > 1 ? `${depth - 1}` : null, edits: null },
  folds: [{ type: 'summary', span: { from: 1, to: 1 }, kept: [], text, tag: 'summary', count: 0 }],
})

/** What the engine, the stores, the threads and the page do with texts. */
export const engineFunctions: TextFunctions = {
  'facts/select-messages.ts selectMessages': text =>
    selectMessages({
      messages: [{ number: 1, message: { role: 'user', parts: [{ type: 'text', text }] } }],
      ...{ staying: new Set(), prose: null, budget: 1_000, targetRetention: 1 },
      count: each => Math.ceil(each.length / 4),
    }),
  'core/compaction-change.ts changeOf': text => changeOf([compaction(text, 1), compaction(text, 2)], '2'),
  'core/compaction-change.ts isOnlyTrims': text => isOnlyTrims(compaction(text, 2), compaction(text, 1)),
  'core/plan.ts carriedFolds': text =>
    carriedFolds(layoutOf(entriesOf(conversationOf(text))), [{ type: 'summary', span: { from: 2, to: 3 }, kept: [2] }]),
  'core/recalled-text.ts recalledText': text =>
    conversationOf(text).map(message => recalledText(message, text.length / 2)),
  'core/recalled-text.ts cutText': text => cutText(text, text.length / 2),
  'engine/turn/entry-meta.ts readEntryMeta': text => readEntryMeta({ model: text, turn: text, [text]: text }),
  'core/added-lines.ts linesIn': text => linesIn(text),
  'core/added-lines.ts addedLines': text => addedLines(text, text.slice(1)),
  'engine/compaction/breaker.ts breakerFrom': text => breakerFrom({ strikes: text, [text]: text }),
  'history/history-request.ts readHistoryRequest': text =>
    readHistoryRequest({ messages: text.split('\n'), form: 'ui', policy: { tag: text.slice(0, 1_000) } }, () => 1),
  'history/history-request.ts readHistoryRequest, of an app that displays all': text =>
    readHistoryRequest({ messages: text.split('\n').map(saidIn), compactionState: displayState(text) }, () => 1),
  'history/compaction-state.ts stateFor': text => stateFor({ version: 1, folds: [], messages: 1 }, [user(text)]),
  'history/same-message.ts withoutMarks': text => withoutMarks(user(text)),
  'history/check-json.ts checkJson': text => checkJson({ [text]: text }, text),
  'history/stable-id.ts stableId': text => stableId(text),
  'history/stable-id.ts messageId': text => messageId(text, text, user(text)),
  'history/display-state.ts isDisplayState': text => isDisplayState({ [text]: text }),
  'engine/long-work/slices.ts slices': text => [...slices(text)],
  'engine/transfer/parse-export-lines.ts parseExportLines': text => parseExportLines(text.split('\n'), () => 1),
  'engine/failure.ts failureOf': text => failureOf(new LonghandError('model-failed', text, { details: { text } })),
  'engine/failure.ts reasonOf': text =>
    reasonOf(new LonghandError('model-failed', text, { details: { reason: text } })),
  'engine/failure.ts troubleFailure': text => failureOfProvider({ type: 'cancelled', sentence: text }),
  'react/text/highlight.ts highlight': text => highlight(text),
  'react/text/find-math.ts findMath': text => findMath(text, 'writing'),
  'react/text/formulas.ts markFormulas': text => markFormulas(text, 'written'),
  'react/text/formulas.ts unmark': text => unmark(text, []),
  'react/text/formulas.ts splitAtMarks': text => splitAtMarks(text),
  'react/search/split-at-words.ts splitAtWords': text => splitAtWords(text, 'some words'),
  'stores/check-entries.ts checkEntries': text => checkEntries(entriesOf(conversationOf(text))),
  'stores/cursor.ts readCursor': text => readCursor(text),
  'stores/page-size.ts nextPageSize': text => nextPageSize(stored(conversationOf(text)), 1_000),
  'stores/postgres/store-error.ts storeError': text => storeError(new Error(text)),
  'threads/serialised-error.ts serialiseError': text => serialiseError(new Error(text)),
  'core/is-long.ts isLong': text => isLong({ a: text.split('\n').map(line => [line.length]) }),
  'core/weight.ts heavySteps': text =>
    runToEnd(heavySteps({ a: text.split('\n').map(line => [line]), [text]: 1 }, 100, 1)),
  'core/weight.ts weightOf': text => weightOf({ a: text.split('\n').map(line => [line]) }, Number.POSITIVE_INFINITY, 1),
  'engine/held-branches.ts entryWeight': text => entriesOf(conversationOf(text)).map(entryWeight),
  'engine/long-work/parts.ts cut': text => cut([text.split('\n').map(line => [line]), { a: text }]),
  'engine/long-work/parts.ts putBack': text => putBack([[]], { path: [0], items: text.split('\n') }),
  'tokens/read-calibration.ts readCalibration': text => readCalibration({ real: text, [text]: text }),
}

/** The same of many messages, which grow in number with the text. */
export const engineMessageFunctions: TextFunctions = {
  'engine/turn/step.ts shownMessages': text => shownMessages(shortMessages(text).flatMap(({ parts }) => parts)),
  'engine/transfer/check-tree.ts checkTree': text => {
    const entries = shortMessages(text)
    const tree = checkTree({ head: { line: 1, depth: 1 } }, [
      { line: 1, parent: null, forked: 0, tip: 3 * entries.length },
    ] as unknown as Parameters<typeof checkTree>[1])
    // As many compactions as messages, each on the one before, then all of them undone.
    const fold = { version: 1, edits: null, folds: [] }
    entries.forEach((message, at) => {
      tree.entry(1, { type: 'message', id: `m${at}`, depth: 2 * at + 1, number: at + 1, message, count: 1 })
      const base = at === 0 ? null : `c${at - 1}`
      tree.entry(1, { type: 'compaction', id: `c${at}`, depth: 2 * at + 2, base, ...fold })
    })
    entries.forEach((_, at) => {
      const compaction = `c${entries.length - 1 - at}`
      tree.entry(1, { type: 'undo', id: `u${at}`, depth: 2 * entries.length + at + 1, compaction })
    })
    tree.end()
  },
  'engine/transfer/check-tree.ts checkTree, of forks': text => {
    const entries = shortMessages(text)
    const lines = entries.map((_, at) => ({ line: at + 1, parent: at === 0 ? null : at, forked: at, tip: at + 1 }))
    const tree = checkTree({ head: { line: 1, depth: 1 } }, lines as unknown as Parameters<typeof checkTree>[1])
    const fold = { version: 1, base: null, edits: null, folds: [] }
    // Each line leaves the one before it after its only entry; the last one looks for what stands there.
    entries.forEach((message, at) => {
      if (at === entries.length - 1) tree.entry(at + 1, { type: 'compaction', id: 'c', depth: at + 1, ...fold })
      else tree.entry(at + 1, { type: 'message', id: `m${at}`, depth: at + 1, number: at + 1, message, count: 1 })
    })
  },
  'react/compaction/view-columns.ts buildColumns': text =>
    buildColumns(buildRows({ entries: shown(text), more: false }), view(entriesOf(shortMessages(text)))),
  'stores/check-entries.ts checkEntries, of many': text => checkEntries(entriesOf(shortMessages(text))),
  'core/layout.ts layOut': text => {
    const branch = entriesOf(shortMessages(text))
    return layOut(branch, layOut(branch.slice(0, -1), null))
  },
  'core/view.ts readView': text => {
    const laid = layOut(entriesOf(shortMessages(text)), null)
    return readView(laid, readView(laid, null))
  },
  'tokens/view-tally.ts tallyOf': text => tallyOf(view(entriesOf(shortMessages(text)))),
  'tokens/breakdown.ts breakdownOf': text => {
    const branch = entriesOf(shortMessages(text))
    const scale = scaleOf({ model: 'm', learnt: null, window: null })
    const read = view(branch)
    return breakdownOf(
      { shields: shields(branch), view: read, tally: tallyOf(read), instructions: 1, tools: 1 },
      scale,
      100,
    )
  },
}

const stored = (messages: ReturnType<typeof conversationOf>) => entriesOf(messages).map(entry => ({ entry }))

const shown = (text: string) =>
  entriesOf(shortMessages(text)).map(entry => ({ ...entry, at: '2026-01-01T00:00:00Z', model: 'm' }))
