import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

type Run = { readonly said: readonly string[]; readonly lines: readonly Line[]; readonly signal: string | null }
type Line = { readonly level: string; readonly msg: string; readonly blockedMs: number; readonly step: string }

/**
 * Runs a process whose loop does the steps, with a watchdog that warns after 2 s and ends it after 5 s.
 * A process that stops goes on 6 s later.
 */
async function run(steps: readonly string[]): Promise<Run> {
  const program = new URL('./watchdog.child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, '2000', '5000', ...steps], { stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = once(child, 'close')
  const said: string[] = []
  const lines: Line[] = []
  createInterface({ input: child.stderr }).on('line', line => lines.push(JSON.parse(line)))
  createInterface({ input: child.stdout }).on('line', line => {
    said.push(line)
    if (line === 'stops') setTimeout(() => child.kill('SIGCONT'), 6_000)
  })
  const [, signal] = await gone
  return { said, lines, signal: signal as string | null }
}

test('F7 a loop that is blocked is told once, with what was under way, and goes on', async () => {
  const { said, lines, signal } = await run(['block:3500', 'rest:500'])
  expect(lines).toMatchObject([{ level: 'warn', msg: 'loop-blocked', step: 'block:3500' }])
  expect(lines[0]!.blockedMs).toBeGreaterThanOrEqual(2_000)
  expect(said).toEqual(['ready', '{"blocked":1}'])
  expect(signal).toBe(null)
})

test('F7 a loop that stays blocked for longer than its leases ends the process, with a line that says so', async () => {
  const { said, lines, signal } = await run(['block:600000'])
  expect(lines.map(({ level, msg, step }) => [level, msg, step])).toEqual([
    ['warn', 'loop-blocked', 'block:600000'],
    ['error', 'loop-blocked-ending', 'block:600000'],
  ])
  expect(signal).toBe('SIGKILL')
  expect(said).toEqual(['ready'])
})

test('F7 neither rest nor the time for which the whole process was stopped counts as blocked', async () => {
  const { said, lines, signal } = await run(['rest:2500', 'stop:500'])
  expect(lines).toEqual([])
  expect(said).toEqual(['ready', 'stops', '{"blocked":0}'])
  expect(signal).toBe(null)
})
