import type { CompactionProgress } from '../../core/answer-parts.ts'
import type { CompactionChange } from '../../core/compaction-change.ts'
import { warningSentence } from '../../core/compaction-warning.ts'
import { noSuchConversation } from '../../core/errors.ts'
import type { Policy } from '../../core/policy.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import type { CompactResponse, RevertResponse } from '../api/compaction-contract.ts'
import type { Receipt } from '../api/contract.ts'
import { formatNumber, pluralize } from '../text/format.ts'
import { modelName, retainedLabel, texts } from '../text/texts.ts'

/** One line of state above the composer: what happened, what it means, and at most two actions. */
export type StatusLine = {
  readonly tone: 'red' | 'yellow' | 'blue' | 'green' | 'plain'
  readonly icon: StatusLineIcon
  readonly title: string
  readonly detail: string
  readonly actions: readonly StatusLineAction[]
  /** When something started that is still running; screens count the seconds. */
  readonly since?: string
  /** The title is enough on a narrow screen. */
  readonly brief?: true
  /** The receipt of the compaction that it reports: a terminal prints it on separate lines. */
  readonly receipt?: Receipt
}

type StatusLineIcon =
  | 'writing'
  | 'warning'
  | 'clock'
  | 'fold'
  | 'undo'
  | 'check'
  | 'lock'
  | 'refresh'
  | 'unplugged'
  | 'flag'
  | 'key'

/** What a status line offers. Screens carry it out. */
export type StatusLineAction = {
  readonly type:
    | 'undo'
    | 'redo'
    | 'look'
    | 'retry'
    | 'compact'
    | 'preview'
    | 'refuse'
    | 'refresh'
    | 'branches'
    | 'send-again'
    | 'cancel'
    | 'return'
    | 'settings'
    | 'use-offline'
    | 'trim'
  readonly label: string
  readonly primary?: true
  /** The message that it is about. */
  readonly number?: number
}

type Reverted = Pick<RevertResponse, 'compaction' | 'change'>

/** Every status line there is, as the design words them. */
export const statusLines = {
  condensing: ({ folding, keeping, startedAt }: CompactionProgress) =>
    statusLine('yellow', 'writing', ['Condensing context…'], {
      detail: `${pluralize(folding, 'message')}${keeping > 0 ? `; the last ${formatNumber(keeping)} stay` : ''}. Keep writing.`,
      actions: [{ type: 'cancel', label: 'Cancel' }],
      since: startedAt,
      brief: true,
    }),
  /** The message does not fit before it is done. */
  waiting: (progress: CompactionProgress): StatusLine => {
    const { brief: _, ...condensing } = statusLines.condensing(progress)
    return { ...condensing, detail: 'Your message will be answered when it is done, within 60 s.' }
  },
  /** `known`: what people were warned of when it was condensed before, which need not be said again. */
  compacted: (receipt: Receipt, known: Receipt['warnings'] = []) => {
    const { folded, before, after, warnings } = receipt
    // That facts were left out is said of every compaction that leaves some out: it is another number each time.
    const fresh = warnings.filter(code => code === 'truncated' || !known.includes(code))
    const isWarning = fresh.length > 0
    const title = `Condensed ${pluralize(folded, 'message')}: ${formatNumber(before)} → ${formatNumber(after)} tokens`
    return statusLine(isWarning ? 'yellow' : 'green', isWarning ? 'warning' : 'check', [title], {
      detail: isWarning
        ? warningSentence({ ...receipt, warnings: fresh })
        : `${isRetentionMeasured(receipt) ? `${retainedLabel(receipt)}. ` : ''}Nothing was deleted.`,
      actions: [
        { type: 'undo', label: 'Undo' },
        { type: 'look', label: 'View' },
      ],
      receipt,
    })
  },
  draftReady: () =>
    statusLine('blue', 'fold', ['A summary is ready to review'], {
      detail: 'It takes effect when you accept it. Until then the model reads every word.',
      actions: [
        { type: 'refuse', label: 'Not now' },
        { type: 'preview', label: 'Review', primary: true },
      ],
    }),
  undone: ({ compaction, change }: Reverted) =>
    statusLine('plain', 'undo', [`${changeNames[change.type]} undone`], {
      detail:
        change.type === 'trimmed'
          ? `The model reads ${trimmedLabel(change)} as it did before.`
          : change.type === 'edited'
            ? 'The model reads the summary as it was before.'
            : compaction === null
              ? 'The model reads every word again.'
              : 'The model reads the summary before it again.',
      actions: [{ type: 'redo', label: 'Redo' }],
    }),
  redone: ({ change }: Pick<Reverted, 'change'>) =>
    statusLine('plain', 'fold', [`${changeNames[change.type]} redone`], {
      detail:
        change.type === 'trimmed'
          ? `The model reads less of ${trimmedLabel(change)} again.`
          : `The model reads ${change.type === 'edited' ? 'your' : 'the'} summary again.`,
    }),
  cancelled: (sentence = 'Condensing cancelled. The view is unchanged.') =>
    statusLine('plain', 'undo', sentencesIn(sentence)),
  skipped: (sentence: string) => statusLine('plain', 'fold', sentence.split(/(?<=[.:])\s+/)),
  noSummary: (sentence: string | undefined) =>
    statusLine('yellow', 'warning', ['No summary this time'], {
      detail: sentence ?? 'You can keep writing.',
      actions: [{ type: 'compact', label: 'Try now' }],
    }),
  compactionEnded: (progress: CompactionProgress, known: Receipt['warnings'] = []): StatusLine =>
    progress.phase === 'completed' && progress.receipt !== undefined
      ? statusLines.compacted(progress.receipt, known)
      : progress.phase === 'cancelled'
        ? statusLines.cancelled()
        : progress.phase === 'failed'
          ? statusLines.noSummary(progress.sentence)
          : statusLines.skipped(progress.sentence ?? 'No condensing needed.'),
  modelFailed: (model: string, sentence: string, said: 'nothing' | 'half' = 'nothing') =>
    statusLine('red', 'warning', [`${modelName(model)} ${said === 'half' ? 'stopped mid-answer' : 'did not answer'}`], {
      detail: sentence,
      actions: [{ type: 'retry', label: 'Retry', primary: true }],
    }),
  /** A key that is refused is refused again, so nobody is offered to retry; the way to the keys comes first. */
  keyRefused: (sentence: string) =>
    withOfflineModel(
      statusLine('red', 'key', sentencesIn(sentence), {
        actions: [{ type: 'settings', label: 'Settings', primary: true }],
      }),
    ),
  failed: (sentence: string) =>
    sentence === noSuchConversation
      ? statusLine('red', 'warning', ['This conversation was deleted'], { detail: texts.deletedFor })
      : statusLine('red', 'warning', sentencesIn(sentence)),
  /** `trim`: the number of a message that would leave enough room if it were trimmed. */
  doesNotFit: (sentence: string, trim?: unknown) =>
    statusLine('red', 'warning', sentencesIn(sentence), {
      actions: [
        ...(typeof trim === 'number' ? [{ type: 'trim', label: `Trim ¶ ${trim}`, number: trim } as const] : []),
        { type: 'compact', label: 'Condense now', primary: true },
      ],
    }),
  /** V13 */
  trimmed: (sentence: string) =>
    statusLine('plain', 'fold', sentencesIn(sentence), { actions: [{ type: 'undo', label: 'Undo' }] }),
  /** W30 what answers from here on, until another model is chosen. */
  usingOffline: () => statusLine('plain', 'check', [texts.offlineModelInUse, texts.offlineModelHint]),
  notSaved: (sentence: string) =>
    statusLine('yellow', 'warning', ['Nothing was saved'], {
      detail: `${sentence} Your words are kept here.`,
      actions: [{ type: 'send-again', label: 'Try now' }],
    }),
  warning: (sentence: string) =>
    statusLine('yellow', 'warning', sentencesIn(sentence), {
      // The window of a model is set there.
      actions: sentence.endsWith('window for this model.') ? [{ type: 'settings', label: 'Settings' }] : [],
    }),
  reconnected: () => statusLine('blue', 'clock', ['Reconnected', 'Picking up the same answer.']),
  offline: () =>
    statusLine('plain', 'unplugged', ['Cannot reach the server'], {
      detail: 'You can still read. What you write is kept here and sent once the server is back.',
    }),
  updatedElsewhere: () =>
    statusLine('blue', 'refresh', ['Updated elsewhere'], {
      detail: 'Another tab or device has continued it. What you wrote here stays as a branch.',
      actions: [
        { type: 'branches', label: 'Show branches' },
        { type: 'refresh', label: 'Refresh', primary: true },
      ],
    }),
  /** Someone wants to write where a program writes. */
  writtenElsewhere: (client: string) =>
    statusLine('plain', 'refresh', [`${client} writes this conversation`], {
      detail: '/fork continues it here, in a copy.',
    }),
  saved: (label: string, id: string) =>
    statusLine('green', 'flag', [`Checkpoint saved: ${label}`, `${id} · /restore ${id} brings you back here.`]),
  restored: (label: string) =>
    statusLine('blue', 'flag', [`Back at “${label}”`], {
      detail: 'What came after stays as a branch.',
      actions: [{ type: 'return', label: 'Return' }],
    }),
  protected: (number: number) =>
    statusLine('plain', 'lock', [`¶ ${number} is protected`, 'Word for word in every view.']),
  released: (number: number) => statusLine('plain', 'lock', [`¶ ${number} is released`]),
  exported: (messages: number, file: string) =>
    statusLine('green', 'check', [`Exported ${pluralize(messages, 'message')}`, file]),
  info: (sentence: string) => statusLine('plain', 'check', sentence.split(/(?<=[.:])\s+/)),
  commandError: (sentence: string) => statusLine('red', 'warning', sentencesIn(sentence)),
  nearlyFull: (left: number, reserved: number, automatic: Policy['automatic']) =>
    statusLine('red', 'warning', [left > 0 ? 'The window is nearly full' : 'The window is full'], {
      detail: [
        ...(automatic === 'off' ? ['Automatic condensing is off.'] : []),
        ...(automatic === 'ask' ? ['A summary takes effect when you accept it.'] : []),
        left > 0
          ? `${formatNumber(left)} tokens are left, ${left > reserved ? formatNumber(reserved) : 'all'} of them for the answer.`
          : 'The model cannot read all of this until it is condensed.',
      ].join(' '),
      actions: [
        { type: 'preview', label: 'Preview' },
        { type: 'compact', label: 'Condense now', primary: true },
      ],
    }),
} as const

/** The status line for the result of `/compact`. */
export function compactStatusLine(answer: Exclude<CompactResponse, { type: 'preview' | 'started' }>): StatusLine {
  return answer.type === 'completed' ? statusLines.compacted(answer.receipt) : statusLines.skipped(answer.sentence)
}

/** W30 the same with the way to an answer at once: from the offline model. */
export const withOfflineModel = (line: StatusLine): StatusLine => ({
  ...line,
  actions: [{ type: 'use-offline', label: 'Use offline' }, ...line.actions],
})

const changeNames = { folded: 'Condensing', edited: 'Edit', trimmed: 'Trim' } as const

const trimmedLabel = ({ number }: CompactionChange & { type: 'trimmed' }): string =>
  number === null ? 'the tool outputs' : `¶ ${number}`

const sentencesIn = (text: string): readonly string[] => text.split(/(?<=\.)\s+/)

function statusLine(
  tone: StatusLine['tone'],
  icon: StatusLineIcon,
  [title = '', ...more]: readonly string[],
  rest: Partial<Pick<StatusLine, 'detail' | 'actions' | 'since' | 'brief' | 'receipt'>> = {},
): StatusLine {
  const detail = more.join(' ')
  const capitalised = detail.charAt(0).toUpperCase() + detail.slice(1)
  return { tone, icon, title: title.replace(/[.:]$/, ''), detail: capitalised, actions: [], ...rest }
}
