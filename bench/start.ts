import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../scripts/root.mjs'
import { table } from '../scripts/table.ts'

/** N8 How long `npm start` takes to the first page, where everything is installed: on new data, and the next times. */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = args.includes('--quick') ? 2 : 8
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'longhand-bench-start-'))
    first.push(await startOn(folder))
    again.push(await startOn(folder))
    rmSync(folder, { recursive: true })
  }
  console.log(`\nnpm start, to the first page (${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)})\n`)
  console.log(table(['start', 'p50 ms', 'max ms'], [row('on new data', first), row('on data that is there', again)]))
}

/** Starts the product as people do, fetches the page, and stops it; the milliseconds until the page was there. */
async function startOn(folder: string): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, LONGHAND_DATA: folder, PORT: '0', CI: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, as a terminal makes one: npm alone does not pass a signal on.
    detached: true,
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const address = /Longhand is at (\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    const page = await fetch(address)
    if (!(await page.text()).includes('<div id="root">')) throw new Error(`${address} is not the page.`)
    break
  }
  const ms = performance.now() - started
  process.kill(-child.pid!, 'SIGINT')
  await ended
  return ms
}

function row(name: string, times: readonly number[]): readonly (string | number)[] {
  const sorted = times.toSorted((a, b) => a - b)
  return [name, Math.round(sorted[Math.floor(sorted.length / 2)]!), Math.round(sorted.at(-1)!)]
}
