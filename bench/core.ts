import {
  append,
  type Branch,
  classic,
  compaction,
  type Message,
  plan,
  shorten,
  type TextFold,
  view,
  windowStatus,
} from 'longhand'
import { countMessage } from 'longhand/tokens'
import { table } from './table.ts'

/** What the engine does in a turn besides waiting: append and count two messages, status, plan, view; now and then a compaction. */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.includes('--quick') ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000]
  const rows = sizes.map(size => ({ size, times: measure(size) }))
  const flat = rows[0]!.times
  console.log('\nEngine work per turn: append, count, status, plan, view (window of 128,000 tokens)\n')
  console.log(
    table(
      ['messages', 'p50 ms', 'p95 ms', 'max ms', 'p50 against the first row'],
      rows.map(({ size, times }) => [
        size.toLocaleString('en'),
        times.p50.toFixed(3),
        times.p95.toFixed(3),
        times.max.toFixed(3),
        `${(times.p50 / flat.p50).toFixed(2)} ×`,
      ]),
    ),
  )
}

const room = { window: 128_000, reserve: 8_192 }
const turnsMeasured = 400

/** Grows a conversation to a size, compacting as it goes, then times the turns around that size. */
function measure(size: number): { p50: number; p95: number; max: number } {
  let branch: Branch = []
  const times: number[] = []
  const from = size / 2 - turnsMeasured / 2
  for (let turn = 0; turn < size / 2 + turnsMeasured / 2; turn++) {
    const start = performance.now()
    branch = takeTurn(branch, turn)
    if (turn >= Math.max(0, from)) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { p50: at(0.5), p95: at(0.95), max: times.at(-1)! }
}

function takeTurn(before: Branch, turn: number): Branch {
  let branch = say(before, 'user', turn)
  const read = view(branch)
  const used = read.reduce((sum, { count }) => sum + count, 0)
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
  const status = windowStatus({ used, source: 'estimated', breakdown }, room)
  const decision = plan(branch, classic, { by: 'threshold', status })
  if (decision.type === 'fold') {
    const written = decision.blanks.map(
      (blank): TextFold => ({ ...blank, text: 'A summary.', tag: 'summary', count: 2_000 }),
    )
    branch = shorten(append(branch, compaction(branch, decision, written), `k${turn}`))
  }
  return say(branch, 'assistant', turn)
}

const sentence =
  'The quick brown fox changed src/server/routes.ts:42 because the test `keeps the order` failed with E_ORDER. '

function say(branch: Branch, role: 'user' | 'assistant', turn: number): Branch {
  const text = `${turn} ${sentence.repeat(role === 'user' ? 4 : 40)}`
  const message: Message = { role, parts: [{ type: 'text', text }] }
  return append(branch, { type: 'message', message, count: countMessage(message) }, `${role}${turn}`)
}
