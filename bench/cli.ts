import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createApi } from 'longhand/client'
import { answer, startFakeProvider } from 'longhand/internal/testing'
import { toLonghand } from 'longhand/wire'
import { ctrl, type WatchedTerminal, watchTerminal } from '../apps/cli/src/testing/watched-terminal.ts'
import { root } from '../scripts/root.mjs'
import { type Cell, table } from '../scripts/table.ts'
import { installApp } from './cli-installed.ts'

/** How long a person waits in the terminal: for the prompt, for a long conversation, for the letters they type. */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = args.includes('--quick') ? 3 : 10
  const folder = mkdtempSync(join(tmpdir(), 'longhand-bench-cli-'))
  const wished = flagIn(args, '--program')
  const program = wished === null ? await installApp(folder) : resolve(root, wished)
  const room = await furnish(folder, program)
  try {
    const start = await repeat(rounds, () => timeTo(program, room, ['chat'], 'Conversation'))
    const prompt = await repeat(rounds, () => timeTo(program, room, ['chat', room.blank], 'Write a message'))
    const blank = await repeat(rounds, () => timeTo(program, room, ['chat', room.blank], 'Write the first message'))
    const long = await repeat(rounds, () => timeTo(program, room, ['chat', room.long], 'the last of ten thousand'))
    const keys = await typing(program, room)
    await room.stopServer()
    const early = await repeat(rounds, () => timeTo(program, room, ['chat', room.blank], 'Write a message'))
    const alone = await repeat(rounds, () => timeTo(program, room, ['chat', room.blank], 'Write the first message'))
    const machine = `${cpus().length} cores, ${Math.round(loadavg()[0]!)} programs at work on them, Node ${process.versions.node}`
    console.log(`\nThe terminal app, ${rounds} rounds each (${machine})\n`)
    console.log(
      table(
        ['what a person waits for', 'p50 ms', 'p95 ms', 'max ms', 'own work, p50 ms'],
        [
          ['start, to the list of conversations', ...figures(start)],
          ['start, to the prompt', ...figures(prompt)],
          ['start, to a blank conversation', ...figures(blank)],
          ['start, to the end of 10,000 messages', ...figures(long)],
          ['a letter, while an answer is written', ...figures(keys)],
          ['where no server runs yet: start, to the prompt', ...figures(early)],
          ['where no server runs yet: to a blank conversation', ...figures(alone)],
        ],
      ),
    )
  } finally {
    await room.close()
  }
}

type Room = Awaited<ReturnType<typeof furnish>>

/** A server that runs, with a blank conversation and a long one, and a model that talks without end. */
async function furnish(folder: string, program: string) {
  const words = 'The quick brown fox changed the loader because the test failed. '.repeat(400)
  const behaviour = () => ({ ...answer(words), delivery: { type: 'drip', bytes: 64, ms: 5 } }) as const
  const provider = await startFakeProvider({ behaviour })
  const server = spawn(process.execPath, [program, 'serve', '--json', '--port', '0', '--data', folder], {
    env: { ...process.env, LOCAL_BASE_URL: provider.baseURL },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(server, 'exit')
  const [line] = await once(createInterface(server.stdout), 'line')
  const { url } = JSON.parse(line)
  const headers = { authorization: `Bearer ${readFileSync(join(folder, 'token'), 'utf8').trim()}` }
  const api = createApi({ base: url, headers })
  const { id: blank } = await api.create({ model: 'local/talking' })
  const { id: talking } = await api.create({ model: 'local/talking' })
  const body = JSON.stringify(toLonghand(tenThousand()))
  const type = { ...headers, 'content-type': 'application/json' }
  const imported = await fetch(`${url}/api/import`, { method: 'POST', headers: type, body })
  const { conversation: long } = await imported.json()
  const stopServer = async () => {
    server.kill()
    await gone
  }
  const close = async () => {
    await stopServer()
    await provider.close()
    rmSync(folder, { recursive: true })
  }
  return { folder, stopServer, blank, talking, long: String(long), close }
}

const tenThousand = () =>
  Array.from({ length: 10_000 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    parts: [
      {
        type: 'text' as const,
        text: at === 9_999 ? 'This is the last of ten thousand.' : `Message ${at + 1}: ${'word '.repeat(30)}`,
      },
    ],
  }))

/** How long something took by the clock, and how long the program itself worked: on a busy machine only the latter says much. */
type Waited = { readonly ms: number; readonly work: number | null }

async function repeat(rounds: number, work: () => Promise<Waited>): Promise<readonly Waited[]> {
  const times: Waited[] = []
  // The first round warms the caches of the disk and is not counted.
  for (let round = 0; round <= rounds; round++) times.push(await work())
  return times.slice(1)
}

async function timeTo(program: string, room: Room, args: readonly string[], words: string): Promise<Waited> {
  const from = performance.now()
  const terminal = open(program, room, args)
  await terminal.sees(words)
  const waited = { ms: performance.now() - from, work: workOf(terminal) }
  await end(terminal)
  return waited
}

/** Types letters while an answer streams, and waits for each to appear. */
async function typing(program: string, room: Room): Promise<readonly Waited[]> {
  const terminal = open(program, room, ['chat', room.talking])
  await terminal.sees('Write the first message')
  terminal.type('Go on\r')
  await terminal.sees('quick brown fox')
  const times: Waited[] = []
  const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(2)
  for (let at = 1; at <= letters.length; at++) {
    await new Promise(resolve => setTimeout(resolve, 60))
    const before = workOf(terminal)
    const from = performance.now()
    terminal.type(letters[at - 1]!)
    await terminal.sees(`› ${letters.slice(0, at)}`)
    const after = workOf(terminal)
    times.push({ ms: performance.now() - from, work: before === null || after === null ? null : after - before })
  }
  if (!terminal.screen().includes('Esc stop')) throw new Error('The answer ended before the typing did.')
  await end(terminal)
  return times
}

const open = (program: string, { folder }: Room, args: readonly string[]): WatchedTerminal =>
  watchTerminal({ args: [program, ...args], folder, env: { NO_COLOR: '1' } })

/** Ctrl-C ends a conversation, q the list. */
function end(terminal: WatchedTerminal): Promise<number> {
  terminal.type(ctrl('c'))
  terminal.type('q')
  return terminal.ended
}

/** Processor time that a program has used so far, where the system tells: in steps of ten milliseconds. */
function workOf({ pid }: WatchedTerminal): number | null {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return null
  const fields = readFileSync(path, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function figures(waited: readonly Waited[]): readonly Cell[] {
  const shareOf = (values: readonly number[], share: number) => {
    const sorted = values.toSorted((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  }
  const times = waited.map(({ ms }) => ms)
  const work = waited.flatMap(one => one.work ?? [])
  return [...[0.5, 0.95, 1].map(share => shareOf(times, share)), work.length === 0 ? '–' : shareOf(work, 0.5)]
}

const flagIn = (args: readonly string[], flag: string): string | null => {
  const at = args.indexOf(flag)
  return at < 0 ? null : (args[at + 1] ?? null)
}
