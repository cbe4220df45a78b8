import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { lives } from './engine-lives.ts'

/** A process that was killed at a point of its life, and what it had said until then. */
export type Death = {
  readonly life: string
  readonly point: string
  readonly visit: number
  readonly conversation: string
  /** Its name on leases. */
  readonly worker: string
  readonly said: readonly Saying[]
  readonly at: number
  /** How long it took to open the storage that others had left. */
  readonly readyMs: number
}

export type Saying = readonly [word: string, ...rest: string[]]

/** Starts the process of a life; built into one file, so that hundreds of starts cost little. */
export type Start = (life: string, points: string) => Promise<Ended>

export type Ended = Omit<Death, 'point' | 'visit'> & {
  readonly signal: NodeJS.Signals | null
  /** The points that it told to have passed, in order. */
  readonly passed: readonly string[]
}

export async function builder(url: string): Promise<Start> {
  const file = await inOneFile('engine-life')
  return (life, points) => startOnce(file, url, life, points)
}

/** The program of a child in one file, so that it starts soon. */
export async function inOneFile(name: string): Promise<string> {
  const file = join(import.meta.dirname, '../node_modules/.cache/longhand', `${name}-${process.pid}.mjs`)
  const input = join(import.meta.dirname, `${name}.child.ts`)
  const built = await rolldown({ input, external: ['pg'], platform: 'node' })
  await built.write({ file, format: 'esm' })
  return file
}

async function startOnce(file: string, url: string, life: string, points: string): Promise<Ended> {
  const conversation = randomUUID()
  const beside = lives[life]!.beside ?? ''
  const began = performance.now()
  const child = fork(file, [url, conversation, life], {
    env: { ...process.env, NODE_ENV: 'test', FAILPOINTS: `${points}; ${beside}` },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  const passed: string[] = []
  child.on('message', message => passed.push((message as { passed: string }).passed))
  let [text, readyMs] = ['', Number.POSITIVE_INFINITY]
  child.stdout!.on('data', chunk => {
    readyMs = Math.min(readyMs, performance.now() - began)
    text += chunk
  })
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(child.stdout!, 'close')])
  const said = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Saying)
  return {
    life,
    conversation,
    worker: String(child.pid),
    said,
    at: Date.now(),
    readyMs,
    signal: signal as NodeJS.Signals | null,
    passed,
  }
}
