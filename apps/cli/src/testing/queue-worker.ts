import { classic, type Entry, type Message, windowStatus } from 'longhand'
import type { ConversationState, DisplayEntry } from 'longhand/client'
import type { Receipt } from 'longhand/internal/client'

/** The conversation of the design's frames: a queue worker for invoice exports. */
export const at = (clock: string): string => new Date(`2026-11-15T${clock}:00`).toISOString()

export const state = (used: number, change: Partial<ConversationState> = {}): ConversationState => ({
  id: 'c1',
  title: 'Queue worker for invoice exports',
  model: 'gpt-4o',
  project: null,
  client: null,
  policy: classic,
  instructions: null,
  temperature: null,
  version: 1,
  head: 1,
  status: windowStatus({ used, source: 'reported', breakdown: { ...nothing, messages: used } }, room),
  compaction: null,
  canUndo: false,
  canRedo: false,
  turn: null,
  compacting: null,
  offer: null,
  protected: [],
  ...change,
})

const nothing = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
const room = { window: 128_000, reserve: 4_096 }

/** Message ¶ `number`; its depth is its number, so that spans are easy to read. */
export const message = (number: number, said: Message | string): DisplayEntry => ({
  type: 'message',
  id: `e${number}`,
  depth: number,
  number,
  count: 10,
  at: at('14:30'),
  model: 'gpt-4o',
  message:
    typeof said === 'string'
      ? { role: number % 2 === 1 ? 'user' : 'assistant', parts: [{ type: 'text', text: said }] }
      : said,
})

/** Something that is no message, placed behind the messages. */
export const mark = (depth: number, entry: Pick<Entry, 'type'> & object): DisplayEntry =>
  ({ id: `x${depth}`, depth, at: at('16:01'), ...entry }) as DisplayEntry

const said = {
  21: 'Never write to billing.invoices from the worker. Read from the replica, and keep the public API as it is.',
  22: 'Understood: the worker only reads invoices, from the replica, and the three public routes stay unchanged.',
  23: 'Good. Now let two workers run at once without taking the same job.',
  45: 'Heartbeat and key are in. The sweep looks at beat_at; the second upload is refused with 409.',
  46: 'Which of the routes still uses the old export path?',
  47: 'Only GET /v1/exports/:id/file. It builds the path by hand.',
  127: 'The nightly run wrote two files for the same customer. Find out why.',
} as const

export const protectedStretch: readonly DisplayEntry[] = [
  message(21, said[21]),
  message(22, said[22]),
  message(23, said[23]),
  mark(24, { type: 'protection', span: { from: 21, to: 22 }, action: 'protect' } as never),
]

/** Three tool calls and their results, as one step of an answer. */
export const reading: readonly DisplayEntry[] = [
  message(127, said[127]),
  message(128, {
    role: 'assistant',
    parts: [
      {
        type: 'text',
        text: 'The second run reused a job id that had been swept back into the queue while its first worker was still uploading.',
      },
      { type: 'tool-call', callId: 'k1', name: 'read', input: { path: 'src/worker/queue.ts' } },
      { type: 'tool-call', callId: 'k2', name: 'read', input: { path: 'migrations/0042_export_jobs.sql' } },
      { type: 'tool-call', callId: 'k3', name: 'run', input: { command: 'npm test -- worker' } },
    ],
  }),
  message(129, {
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'k1', name: 'read', outcome: 'ok', output: 'x\n'.repeat(214) },
      { type: 'tool-result', callId: 'k2', name: 'read', outcome: 'ok', output: 'x\n'.repeat(38) },
      { type: 'tool-result', callId: 'k3', name: 'run', outcome: 'ok', output: '31 passed' },
    ],
  }),
  message(130, {
    role: 'assistant',
    parts: [
      {
        type: 'text',
        text: [
          'So the sweep is too eager. Two ways to fix it:',
          '- a heartbeat every 30 s; sweep only rows whose heartbeat is old;',
          '- or an **idempotency key** per customer and month, so that the second upload is refused.',
          'I recommend both: the heartbeat removes the cause, the key makes a repeat harmless.',
        ].join('\n'),
      },
    ],
  }),
]

export const receipt: Receipt = {
  id: 'k1',
  trigger: 'person',
  strategy: 'summary',
  model: 'gpt-4o-mini',
  method: 'summary',
  version: 1,
  folded: 42,
  kept: 6,
  before: 45_230,
  after: 18_450,
  reduction: 0.59,
  durationMs: 3_100,
  facts: 118,
  retention: 0.97,
  retentionByKind: {},
  cost: 0.004,
  saving: null,
  gates: [],
  warnings: [],
} as unknown as Receipt

const summary = `## Decisions
- Claim jobs with for update skip locked; no Redis [¶24, assistant]
- Idempotency key per customer and month [¶17–18, person]
- Keep the old column until the March release [¶18, person]

## Files
- src/worker/claim.ts created [¶24, assistant]
- src/worker/sweep.ts changed [¶45, assistant]

## Code worth keeping
- claim(db, worker), 8 lines, kept as written [¶24, assistant]

## Errors and fixes
- duplicate key → on conflict do nothing [¶15–17, tool]
`

export const condensedStretch: readonly DisplayEntry[] = [
  message(21, said[21]),
  message(45, { role: 'assistant', parts: [{ type: 'text', text: said[45] }] }),
  message(46, { role: 'user', parts: [{ type: 'text', text: said[46] }] }),
  message(47, { role: 'assistant', parts: [{ type: 'text', text: said[47] }] }),
  mark(48, { type: 'protection', span: { from: 21, to: 21 }, action: 'protect' } as never),
  mark(49, {
    type: 'compaction',
    version: 1,
    base: null,
    edits: null,
    folds: [{ type: 'summary', span: { from: 2, to: 45 }, kept: [21], text: summary, tag: 'summary', count: 900 }],
    receipt,
  } as never),
]
