import type { ConversationRow } from 'longhand/client'
import { buildRows, type CheckpointRow } from 'longhand/internal/client'
import { branchLines } from '../commands/chat/pages/branch-lines.ts'
import { contextPage } from '../commands/chat/pages/context-page.ts'
import { helpPage } from '../commands/chat/pages/help-page.ts'
import { type ReaderContent, readerLines } from '../commands/chat/pages/reader-lines.ts'
import { timelineLines } from '../commands/chat/pages/timeline-lines.ts'
import { viewPage } from '../commands/chat/pages/view-page.ts'
import { startLines } from '../commands/chat/start/start-lines.ts'
import { openedDivider } from '../commands/chat/transcript/divider-lines.ts'
import type { Line } from '../text/line.ts'
import type { Size } from '../text/size.ts'
import { at, condensedStretch, state } from './queue-worker.ts'
import { now } from './scenes.ts'

/** Pages that fill the terminal. */
export const pageScenes: Readonly<Record<string, (size: Size) => readonly Line[]>> = {
  picker: size => startLines(start, size),
  searching: size =>
    startLines(
      { ...start, recovery: null, search: 'conflict', typing: true, conversations: [], hits, chosen: 0 },
      size,
    ),
  checkpoints: size => timelineLines(timeline, size),
  confirm: size => timelineLines({ ...timeline, prompt: { type: 'confirm', sentence: smaller } }, size),
  kept: size => read({ title: 'What was kept', right: '', lines: kept(size), keys: ['u undo', 'e edit'] }, size),
  view: size => read(viewPage(view, layout(size)), size),
  context: size => read(contextPage({ ...filled, protected: costs }), size),
  help: size => read(helpPage(), size),
  branches: size => branchLines({ branches, chosen: 1, now }, size),
}

const layout = ({ columns }: Size) => ({ columns, calls: 'closed' }) as const
const read = (reading: ReaderContent, size: Size) => readerLines(reading, 0, size)

const row = (title: string, updatedAt: string, used: number, checkpoints: number, text: string): ConversationRow => ({
  id: title,
  title,
  preview: { role: 'assistant', text },
  updatedAt,
  messages: 24,
  checkpoints,
  compactions: 0,
  used,
  window: 100,
  model: 'gpt-4o',
  project: null,
  client: null,
  pinned: false,
})
const day = (date: string) => new Date(`2026-${date}T12:00:00`).toISOString()
const words = 'With on conflict do nothing the second insert returns the row that was there before it.'

const start = {
  conversations: [
    row('Queue worker for invoice exports', at('14:32'), 46, 7, words),
    row('Reading list, medieval trade', at('09:12'), 22, 2, words),
    row('Kitchen plan and lighting', day('11-14'), 74, 5, words),
    row('Grant proposal, second draft', day('11-12'), 61, 11, words),
    row('Why is the iOS build slow?', day('11-11'), 88, 9, words),
    row('Italian, lesson by lesson', day('11-08'), 35, 14, words),
    row('Tax return 2025', day('11-05'), 12, 1, words),
    row('Novel: the lighthouse chapters', day('11-02'), 57, 23, words),
  ],
  hits: [],
  recovery: {
    conversation: 'c1',
    title: 'Queue worker for invoice exports',
    checkpoint: 'cp_7k2',
    label: 'Idempotency key fixed',
    at: at('14:32'),
    number: 24,
    preview: words,
  },
  search: '',
  typing: false,
  chosen: 0,
  offline: true,
  now,
}

const hits = [
  {
    conversation: 'c1',
    title: 'Queue worker for invoice exports',
    number: 17,
    role: 'assistant',
    excerpt: words,
    at: at('14:32'),
  },
  {
    conversation: 'c2',
    title: 'Tax return 2025',
    number: 4,
    role: 'user',
    excerpt: 'a conflict of two forms',
    at: at('14:32'),
  },
]

const checkpoint = (
  label: string,
  time: string,
  number: number,
  used: number,
  more: Partial<CheckpointRow> = {},
): CheckpointRow => ({
  id: label,
  label,
  tags: [],
  kind: 'automatic',
  at: time,
  model: 'gpt-4o',
  used,
  number,
  compaction: 0,
  ...more,
})

const timeline = {
  title: 'Queue worker for invoice exports',
  checkpoints: [
    checkpoint('Before condensing', at('16:01'), 51, 45_230, { kind: 'before-compaction' }),
    checkpoint('Heartbeat works, two workers', at('15:58'), 45, 36_320, { kind: 'manual' }),
    checkpoint('Idempotency key fixed', at('14:32'), 28, 24_910, { tags: ['fix', 'code'] }),
    checkpoint('Claim with skip locked', at('14:27'), 24, 19_870, { tags: ['code'] }),
    checkpoint('No writes to billing', at('14:21'), 22, 17_340, { tags: ['decision'] }),
    checkpoint('First migration applied', day('11-14'), 9, 6_120, { tags: ['code'] }),
    checkpoint('Goal agreed', day('11-14'), 4, 1_090, { tags: ['decision'] }),
  ],
  number: 52,
  used: 18_494,
  filter: 'all',
  search: '',
  chosen: 2,
  prompt: { type: 'nothing' },
  now,
} as const

const smaller =
  'This checkpoint takes 24,910 tokens and gpt-4 holds 8,192. Confirm, and the older part will be condensed.'

function kept(size: Size): readonly Line[] {
  const divider = buildRows({ entries: condensedStretch, more: true }).find(one => one.type === 'divider')
  return divider?.type === 'divider' ? openedDivider(divider, layout(size)) : []
}

const filled = state(58_880)

const costs = [
  { from: 21, to: 22, count: 1_540 },
  { from: 9, to: 9, count: 312 },
]

const view = {
  status: filled.status,
  instructions: null,
  files: [],
  tools: [],
  messages: [
    {
      kind: 'verbatim',
      span: { from: 1, to: 1 },
      count: 9,
      message: said('user', 'Build a queue worker that exports invoices.'),
    },
    {
      kind: 'summary',
      span: { from: 2, to: 45 },
      count: 900,
      message: said('user', '<summary>\nA record of what happened.\n</summary>'),
    },
    {
      kind: 'verbatim',
      span: { from: 46, to: 46 },
      count: 9,
      message: said('user', 'Which of the routes still uses the old export path?'),
    },
    {
      kind: 'verbatim',
      span: { from: 47, to: 47 },
      count: 9,
      message: said('assistant', 'Only `GET /v1/exports/:id/file`.'),
    },
  ],
} as const

function said<R extends 'user' | 'assistant'>(role: R, text: string) {
  return { role, parts: [{ type: 'text', text }] } as const
}

const branches = [
  {
    line: '2',
    head: 52,
    preview: 'Only GET /v1/exports/:id/file. It builds the path by hand.',
    at: at('16:01'),
    current: true,
  },
  { line: '1', head: 60, preview: 'Redis after all? A list per customer would do.', at: at('14:24'), current: false },
]
