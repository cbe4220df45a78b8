import { append, type Branch, classic, compaction, type Message, plan, view, windowStatus } from 'longhand'
import { shorten, type TextFold } from 'longhand/internal/core'
import { countMessage } from 'longhand/tokens'
import { table } from '../scripts/table.ts'

/** What the engine does in a turn besides waiting: append and count two messages, status, plan, view; now and then a compaction. */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.includes('--quick') ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000]
  measure(1_000) // warms up
  const rows = sizes.map(size => ({ size, times: measure(size) }))
  console.log('\nEngine work per turn: append, count, status, plan, view (window of 128,000 tokens)\n')
  console.log(
    table(
      ['messages', 'mean ms, processor', 'p50 ms, clock', 'p95 ms, clock', 'mean against the first row'],
      rows.map(({ size, times }) => [
        size.toLocaleString('en'),
        times.mean.toFixed(3),
        times.p50.toFixed(3),
        times.p95.toFixed(3),
        `${(times.mean / rows[0]!.times.mean).toFixed(2)} ×`,
      ]),
    ),
  )
}

const room = { window: 128_000, reserve: 8_192 }
const turnsMeasured = 400

type Times = { readonly mean: number; readonly p50: number; readonly p95: number }

/** Grows a conversation to a size, compacting as it goes, then times the turns around that size. */
function measure(size: number): Times {
  const from = Math.max(0, size / 2 - turnsMeasured / 2)
  let branch: Branch = []
  for (let turn = 0; turn < from; turn++) branch = takeTurn(branch, turn)
  const times: number[] = []
  const processor = cpuMs()
  for (let turn = from; turn < from + turnsMeasured; turn++) {
    const start = performance.now()
    branch = takeTurn(branch, turn)
    times.push(performance.now() - start)
  }
  const mean = (cpuMs() - processor) / turnsMeasured
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!
  return { mean, p50: at(0.5), p95: at(0.95) }
}

/** Time of this thread on the processor: what other programs do meanwhile does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function takeTurn(before: Branch, turn: number): Branch {
  let branch = say(before, 'user', turn)
  const read = view(branch)
  const used = read.reduce((sum, { count }) => sum + count, 0)
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
  const status = windowStatus({ used, source: 'estimated', breakdown }, room)
  const decision = plan(branch, classic, { by: 'threshold', status })
  if (decision.type === 'fold') {
    const written = decision.planned.map(
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
