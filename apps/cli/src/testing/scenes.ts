import type { DisplayEntry } from 'longhand/client'
import {
  type Chunk,
  initialScreen,
  reduceScreen,
  type ScreenEvent,
  type ScreenState,
  statusLines,
} from 'longhand/internal/client'
import { composed } from '../commands/chat/composer/composer.ts'
import { type ChatState, newChatState, withScrollback } from '../commands/chat/conversation/chat-state.ts'
import type { Size } from '../text/size.ts'
import { at, condensedStretch, protectedStretch, reading, receipt, state } from './queue-worker.ts'

/** Moments of the terminal app, each made by the events that lead to it. */
export const scenes: Readonly<Record<string, (size: Size) => ChatState>> = {
  chat: size => chat(size, [opened(protectedStretch, 58_880), started, chunks(...answering)]),
  condensing: size => ({
    ...chat(size, [opened(reading, 99_840), chunks({ type: 'data-compaction', data: running })], { calls: 'open' }),
    composer: composed('Do both. Start with the key, and write a test that runs two workers'),
  }),
  condensed: size =>
    chat(size, [
      opened(condensedStretch, 18_494),
      { type: 'status-line-shown', statusLine: statusLines.compacted(receipt) },
    ]),
  degraded: size =>
    chat(size, [
      opened(
        condensedStretch.map(entry => (entry.receipt === undefined ? entry : { ...entry, receipt: ownWords })),
        18_494,
      ),
      { type: 'status-line-shown', statusLine: statusLines.compacted(ownWords) },
    ]),
  menu: size => ({ ...chat(size, [opened(reading, 99_840)]), composer: composed('/c'), choice: 1 }),
  elsewhere: size => chat(size, [opened(protectedStretch, 58_880), noticedElsewhere]),
  full: size => chat(size, [opened(reading, 116_480)]),
  unanswered: size => chat(size, [opened(protectedStretch.slice(0, 1), 12_400)]),
  interrupted: size => chat(size, [opened(cutOff, 58_880)]),
  pasted: size => ({
    ...chat(size, [opened(reading, 99_840)]),
    composer: composed('Why does this fail?\n[pasted 1: 214 lines]'),
  }),
  blank: size => chat(size, [opened([], 0)]),
  opening: size => chat(size, []),
}

const ownWords = { ...receipt, model: null, method: 'extract', warnings: ['summariser-key'] } as const

export const now = Date.parse(at('16:05'))

export function chat(size: Size, events: readonly ScreenEvent[], layout: Partial<ChatState['layout']> = {}): ChatState {
  const screen = events.reduce<ScreenState>(reduceScreen, initialScreen)
  const first = newChatState(initialScreen, size, now)
  return withScrollback({ ...first, screen, layout: { ...first.layout, ...layout } })
}

export const opened = (entries: readonly DisplayEntry[], used: number): ScreenEvent => ({
  type: 'loaded',
  conversation: state(used),
  page: { entries, more: (entries[0]?.depth ?? 1) > 1 },
})

export const started: ScreenEvent = { type: 'answer-started', at: now - 6_000 }

export const chunks = (...all: readonly Chunk[]): ScreenEvent => ({ type: 'chunks', chunks: all })

const running = {
  id: 'k1',
  phase: 'started',
  startedAt: new Date(now - 6_000).toISOString(),
  folding: 76,
  keeping: 6,
} as const

const answering: readonly Chunk[] = [
  { type: 'start-step' },
  { type: 'text-delta', id: 't1', delta: 'I read the queue and the migration, then ran the tests.\n' },
  ...['read', 'read', 'run'].flatMap((toolName, index): readonly Chunk[] => [
    { type: 'tool-input-start', toolCallId: `k${index}`, toolName },
    { type: 'tool-output-available', toolCallId: `k${index}`, output: 'fine' },
  ]),
  {
    type: 'text-delta',
    id: 't2',
    delta: `One statement is enough. Each worker claims the oldest queued job and skips rows that another has locked:
\`\`\`src/worker/claim.ts
update export_jobs set state = 'running' where id = (
  select id from export_jobs where state = 'queued'
  order by created_at for update skip locked limit 1)
\`\`\`
If a worker dies, its row stays running. I would add a sweep that`,
  },
]

const noticedElsewhere: ScreenEvent = {
  type: 'notice-received',
  notice: { type: 'conversation', id: 'c1', version: 9, by: 'other' },
  run: 'mine',
}

const cutOff: readonly DisplayEntry[] = [
  ...protectedStretch.slice(0, 3),
  { ...protectedStretch[1]!, id: 'e24', depth: 24, number: 24, ending: 'interrupted' } as DisplayEntry,
]
