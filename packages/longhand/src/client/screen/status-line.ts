import type { Policy } from '../../core/policy.ts'
import type { CompactAnswer, CompactionProgress, Receipt } from '../api/contract.ts'
import { grouped, percent, plural } from '../text/format.ts'
import { modelName } from '../text/texts.ts'

/** One line of state above the composer: what happened, what it means, and at most two things to do about it. */
export type Strip = {
  readonly tone: 'red' | 'yellow' | 'blue' | 'green' | 'plain'
  readonly icon: StripIcon
  readonly title: string
  readonly detail: string
  readonly actions: readonly StripAction[]
  /** When something began that still runs; screens count the seconds. */
  readonly since?: string
  /** The title says enough where there is little room. */
  readonly brief?: true
  /** What the compaction cost and kept that the strip tells of: a terminal says it in its own lines. */
  readonly receipt?: Receipt
}

export type StripIcon =
  | 'writing'
  | 'warning'
  | 'clock'
  | 'fold'
  | 'undo'
  | 'check'
  | 'lock'
  | 'key'
  | 'refresh'
  | 'unplugged'
  | 'flag'

/** What a strip offers. Screens know how each is done. */
export type StripAction = {
  readonly act:
    | 'undo'
    | 'redo'
    | 'look'
    | 'retry'
    | 'continue'
    | 'stop'
    | 'compact'
    | 'preview'
    | 'refuse'
    | 'refresh'
    | 'branches'
    | 'settings'
    | 'send-again'
    | 'cancel'
    | 'return'
  readonly label: string
  readonly primary?: true
}

/** Everything that a strip ever says, in the words of the design. */
export const strips = {
  condensing: ({ folding, keeping, startedAt }: CompactionProgress) =>
    strip('yellow', 'writing', ['Condensing context…'], {
      detail: `${plural(folding, 'message')}${keeping > 0 ? `; the last ${grouped(keeping)} stay` : ''}. Go on writing.`,
      actions: [{ act: 'cancel', label: 'Cancel' }],
      since: startedAt,
      brief: true,
    }),
  /** The message does not fit before it is done. */
  waiting: (progress: CompactionProgress): Strip => {
    const { brief: _, ...condensing } = strips.condensing(progress)
    return { ...condensing, detail: 'Your message is answered when it is done, at most 60 s.' }
  },
  compacted: (receipt: Receipt) => {
    const { folded, before, after, retention } = receipt
    const title = `Condensed ${plural(folded, 'message')}: ${grouped(before)} → ${grouped(after)} tokens`
    return strip('green', 'check', [title], {
      detail: `${percent(retention)} retained. Nothing was deleted.`,
      actions: [
        { act: 'undo', label: 'Undo' },
        { act: 'look', label: 'Look' },
      ],
      receipt,
    })
  },
  offered: () =>
    strip('blue', 'fold', ['A summary is ready to read'], {
      detail: 'It counts when you accept it. Until then the model reads every word.',
      actions: [
        { act: 'refuse', label: 'Not now' },
        { act: 'preview', label: 'Read', primary: true },
      ],
    }),
  undone: () =>
    strip('plain', 'undo', ['Condensing undone'], {
      detail: 'The model reads every word again.',
      actions: [{ act: 'redo', label: 'Redo' }],
    }),
  redone: () => strip('plain', 'fold', ['Condensing is back'], { detail: 'The model reads the summary again.' }),
  cancelled: (sentence = 'Condensing cancelled. The view is as it was.') =>
    strip('plain', 'undo', sentence.split(/(?<=\.)\s+/)),
  rested: (sentence: string) => strip('plain', 'fold', sentence.split(/(?<=[.:])\s+/)),
  noSummary: (sentence: string | undefined) =>
    strip('yellow', 'warning', ['No summary this time'], {
      detail: sentence ?? 'The chat goes on.',
      actions: [{ act: 'compact', label: 'Try now' }],
    }),
  compactionEnded: (progress: CompactionProgress): Strip =>
    progress.phase === 'completed' && progress.receipt !== undefined
      ? strips.compacted(progress.receipt)
      : progress.phase === 'cancelled'
        ? strips.cancelled()
        : progress.phase === 'failed'
          ? strips.noSummary(progress.sentence)
          : strips.rested(progress.sentence ?? 'No condensing needed.'),
  modelFailed: (model: string, sentence: string) =>
    strip('red', 'warning', [`${modelName(model)} did not answer`], {
      detail: sentence,
      actions: [{ act: 'retry', label: 'Retry', primary: true }],
    }),
  failed: (sentence: string) => strip('red', 'warning', sentence.split(/(?<=\.)\s+/)),
  doesNotFit: (sentence: string) =>
    strip('red', 'warning', ['This does not fit'], {
      detail: sentence,
      actions: [{ act: 'compact', label: 'Condense now', primary: true }],
    }),
  notSaved: (sentence: string) =>
    strip('yellow', 'warning', ['Nothing was saved'], {
      detail: `${sentence} Your words are kept here.`,
      actions: [{ act: 'send-again', label: 'Try now' }],
    }),
  warned: (sentence: string) => strip('yellow', 'warning', sentence.split(/(?<=\.)\s+/)),
  reconnected: () => strip('blue', 'clock', ['Connected again', 'Going on with the same answer.']),
  offline: () =>
    strip('plain', 'unplugged', ['You are offline'], {
      detail: 'Reading works. What you write is kept here and sent when you are back.',
    }),
  elsewhere: () =>
    strip('blue', 'refresh', ['Updated elsewhere'], {
      detail: 'Another tab or device went on. What you wrote here stays as a branch.',
      actions: [
        { act: 'branches', label: 'Show branches' },
        { act: 'refresh', label: 'Refresh', primary: true },
      ],
    }),
  saved: (label: string, id: string) =>
    strip('green', 'flag', [`Checkpoint saved: ${label}`, `${id} · /restore ${id} comes back here.`]),
  restored: (label: string) =>
    strip('blue', 'flag', [`Back at “${label}”`], {
      detail: 'What came after stays as a branch.',
      actions: [{ act: 'return', label: 'Return' }],
    }),
  protected: (number: number) => strip('plain', 'lock', [`¶ ${number} is protected`, 'Word for word in every view.']),
  released: (number: number) => strip('plain', 'lock', [`¶ ${number} is released`]),
  exported: (messages: number, file: string) =>
    strip('green', 'check', [`Exported ${plural(messages, 'message')}`, file]),
  told: (sentence: string) => strip('plain', 'check', sentence.split(/(?<=[.:])\s+/)),
  mistaken: (sentence: string) => strip('red', 'warning', sentence.split(/(?<=\.)\s+/)),
  nearlyFull: (left: number, reserved: number, automatic: Policy['automatic']) =>
    strip('red', 'warning', [left > 0 ? 'The window is nearly full' : 'The window is full'], {
      detail: [
        ...(automatic === 'off' ? ['Automatic condensing is off.'] : []),
        ...(automatic === 'ask' ? ['A summary counts when you accept it.'] : []),
        left > 0
          ? `${grouped(left)} tokens are left, ${left > reserved ? grouped(reserved) : 'all'} of them for the answer.`
          : 'The model cannot read all of this before it is condensed.',
      ].join(' '),
      actions: [
        { act: 'preview', label: 'Preview' },
        { act: 'compact', label: 'Condense now', primary: true },
      ],
    }),
} as const

/** What a `/compact` that did not run has to say, and what one that did. */
export function compactStrip(answer: Exclude<CompactAnswer, { type: 'preview' | 'started' }>): Strip {
  return answer.type === 'completed' ? strips.compacted(answer.receipt) : strips.rested(answer.sentence)
}

function strip(
  tone: Strip['tone'],
  icon: StripIcon,
  [title = '', ...more]: readonly string[],
  rest: Partial<Pick<Strip, 'detail' | 'actions' | 'since' | 'brief' | 'receipt'>> = {},
): Strip {
  const detail = more.join(' ')
  const began = detail.charAt(0).toUpperCase() + detail.slice(1)
  return { tone, icon, title: title.replace(/[.:]$/, ''), detail: began, actions: [], ...rest }
}
