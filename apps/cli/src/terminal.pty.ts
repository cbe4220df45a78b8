import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '@longhand/server'
import { spawn } from '@lydell/node-pty'
import headless from '@xterm/headless'
import { createApi } from 'longhand/client'
import { type FakeProvider, startFakeProvider } from 'longhand/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frameText } from './testing/frame.ts'

/** The program in a real terminal of its own, looked at as a person would. */
type Shown = {
  readonly pid: number
  readonly screen: () => string
  /** All bytes that the program has written. */
  readonly written: () => string
  readonly type: (keys: string) => void
  readonly sees: (what: string | RegExp, ms?: number) => Promise<string>
  readonly resize: (columns: number, rows: number) => void
  readonly kill: () => void
  readonly ended: () => Promise<number>
}

const main = join(import.meta.dirname, 'main.ts')
const open = new Set<Shown>()

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Shown {
  let size = { columns: 100, rows: 30 }
  const terminal = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  const { CI: _, NO_COLOR: __, ...inherited } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    cols: size.columns,
    rows: size.rows,
    cwd: folder,
    env: { ...inherited, TERM: 'xterm-256color', LANG: 'C.UTF-8', LONGHAND_DATA: folder, ...env },
  })
  let written = ''
  child.onData(bytes => {
    written += bytes
    terminal.write(bytes)
  })
  const ended = new Promise<number>(resolve => child.onExit(({ exitCode }) => resolve(exitCode)))
  const screen = () => frameText(terminal.buffer.active, size, 'hidden')
  const shown: Shown = {
    pid: child.pid,
    screen,
    written: () => written,
    type: keys => child.write(keys),
    sees: async (what, ms = 60_000) => {
      const until = Date.now() + ms
      const there = () => (typeof what === 'string' ? screen().includes(what) : what.test(screen()))
      while (!there()) {
        if (Date.now() > until) throw new Error(`${what} is not on the screen:\n${screen()}`)
        await pause(25)
      }
      return screen()
    },
    resize: (columns, rows) => {
      size = { columns, rows }
      terminal.resize(columns, rows)
      child.resize(columns, rows)
    },
    kill: () => process.kill(child.pid, 'SIGKILL'),
    ended: async () => {
      const code = await ended
      open.delete(shown)
      return code
    },
  }
  open.add(shown)
  return shown
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const ctrl = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 96)
const [down, esc, enter] = ['\u001b[B', '\u001b', '\r']

let folder: string
let provider: FakeProvider
let server: Awaited<ReturnType<typeof createServer>>
let api: ReturnType<typeof createApi>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longhand-terminal-'))
  provider = await startFakeProvider()
  const variables = { LOCAL_BASE_URL: provider.baseURL }
  server = await createServer({ folder, hostname: '127.0.0.1', port: 0, database: null, variables })
  api = createApi({ base: server.url, headers: { authorization: `Bearer ${server.token}` } })
}, 180_000)

afterAll(async () => {
  await server.close()
  await provider.close()
  rmSync(folder, { recursive: true })
}, 60_000)

afterEach(async () => {
  for (const one of open) process.kill(one.pid, 'SIGTERM')
  await Promise.all([...open].map(one => one.ended()))
  rmSync(join(folder, 'terminals'), { recursive: true, force: true })
  await api.dismissRecovery()
})

const sample = async () => (await api.create({ sample: true })).id
const blank = async (model = 'local/ok') => (await api.create({ model })).id

describe('a chat', () => {
  test('X says what was written, answers, and is left by Ctrl-C with the way back', async () => {
    const id = await blank('local/ok')
    const chat = start(['chat', id])
    await chat.sees('Write the first message')
    chat.type('The queue lives in Postgres, never in Redis.')
    await chat.sees('› The queue lives')
    chat.type(enter)
    await chat.sees(/2 ok │ Here is what I found/)
    chat.type(`Where does the queue live?${enter}`)
    await chat.sees(/4 ok │ Here is what I found/)
    chat.type(ctrl('c'))
    expect(await chat.ended()).toBe(0)
    expect(chat.screen()).toContain(`Go on with: longhand chat ${id}`)
    expect((await api.entries(id)).entries).toHaveLength(4)
  })

  test('X a large paste stands in one mark and is sent whole', async () => {
    const id = await blank()
    const chat = start(['chat', id])
    await chat.sees('Write the first message')
    const lines = Array.from({ length: 300 }, (_, n) => `log line ${n}`).join('\r')
    chat.type(`\u001b[200~${lines}\u001b[201~`)
    await chat.sees('[pasted 1: 300 lines]')
    chat.type(enter)
    await chat.sees(/2 ok │ \S/)
    const [first] = (await api.entries(id)).entries
    expect(first).toMatchObject({ message: { parts: [{ text: lines.replaceAll('\r', '\n') }] } })
  })

  test('X another size is another sheet, and nothing is written over the edge', async () => {
    const chat = start(['chat', await sample()])
    await chat.sees('A loader that survives')
    chat.resize(58, 20)
    await chat.sees(/^│ /m)
    chat.resize(120, 40)
    const screen = await chat.sees(/^ {10}│ .{70}/m)
    expect(screen.split('\n').filter(row => row.includes('/ commands'))).toHaveLength(1)
  })

  test('X NO_COLOR writes no colour', async () => {
    const chat = start(['chat', await sample()], { NO_COLOR: '1' })
    await chat.sees('A loader that survives')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escapes.
    expect(chat.written()).not.toMatch(/\u001b\[\d+m/)
  })

  test('M a command is completed by Tab, a misspelt one is corrected, and / closes by Esc', async () => {
    const chat = start(['chat', await blank()])
    await chat.sees('Write the first message')
    chat.type('/sav')
    await chat.sees('/save-progress  Save a checkpoint here')
    chat.type('\t')
    await chat.sees(/^ › \/save-progress *$/m)
    chat.type(ctrl('u'))
    chat.type(`/compat${enter}`)
    await chat.sees('No command /compat. Did you mean /compact?'.replace('. ', '   '))
    chat.type(ctrl('u'))
    chat.type('/')
    await chat.sees('↑↓ choose   Tab complete')
    chat.type(esc)
    await chat.sees('^K checkpoints')
  })
})

describe('condensing', () => {
  test('X, C3, C12 below the threshold it is not needed, by force it is done, and then it cools down', async () => {
    const short = start(['chat', await blank()])
    await short.sees('Write the first message')
    short.type(`Hello.${enter}`)
    await short.sees(/2 ok │ \S/)
    short.type(`/compact${enter}`)
    await short.sees('No compaction needed: 0% used; it starts at 80%. Add --force to do it now.')

    const chat = start(['chat', await sample()])
    await chat.sees('tokens – 80%')
    chat.type(`/compact --force${enter}`)
    await chat.sees(/✓ Compacted \d+ messages\n {3}Tokens: [\d,]+ → [\d,]+ \(saved [\d,]+\)/)
    await chat.sees(/tokens – [1-4]\d%/)
    chat.type(`/compact --force${enter}`)
    await chat.sees(/Possible again in \d+ s/)
  })

  test('X, C15 one that is done fast can be looked at, undone and redone', async () => {
    const chat = start(['chat', await sample()])
    await chat.sees('tokens – 80%')
    chat.type(`/compact --force --fast${enter}`)
    await chat.sees('✓ Compacted')
    chat.type(ctrl('o'))
    await chat.sees(/Context condensed \([\d,]+ → [\d,]+ tokens\)/)
    chat.type(esc)
    await chat.sees('^K checkpoints')
    chat.type(ctrl('v'))
    await chat.sees('What the model sees')
    await chat.sees(/summary ┃/)
    chat.type(esc)
    await chat.sees('^K checkpoints')
    chat.type(`/undo${enter}`)
    await chat.sees('Condensing undone')
    await chat.sees('tokens – 80%')
    chat.type(`/redo${enter}`)
    await chat.sees('Condensing is back')
  })

  test('F4 Esc cancels it, and the view is as it was', async () => {
    const id = await sample()
    const before = await api.view(id)
    await api.changeSettings({ summaryModel: 'local/half-open' })
    const chat = start(['chat', id])
    await chat.sees('tokens – 80%')
    chat.type(`/compact --force${enter}`)
    await chat.sees(/Condensing context… \d+ s/)
    chat.type('typed meanwhile')
    await chat.sees('› typed meanwhile')
    chat.type(esc)
    await chat.sees('Condensing cancelled')
    await api.changeSettings({ summaryModel: 'offline/extractive' })
    expect(await api.view(id)).toEqual(before)
    expect(chat.screen()).toContain('› typed meanwhile')
  })
})

describe('checkpoints', () => {
  test('K3, K4 one is saved with its id, and restored by it', async () => {
    const id = await sample()
    const chat = start(['chat', id])
    await chat.sees('tokens – 80%')
    chat.type(`/save-progress "before the flood"${enter}`)
    await chat.sees('Checkpoint saved: before the flood')
    const [saved] = await api.checkpoints(id)
    expect(chat.screen()).toMatch(new RegExp(`before the flood +${saved!.id}`))
    chat.type(`/compact --force${enter}`)
    await chat.sees('✓ Compacted')
    chat.type(`/restore ${saved!.id}${enter}`)
    await chat.sees('Back at “before the flood”')
    await chat.sees('tokens – 80%')
  })

  test('K9 the timeline lists them, and Enter resumes from the chosen one', async () => {
    const id = await sample()
    await api.saveCheckpoint(id, 'the first')
    await api.saveCheckpoint(id, 'the second')
    const chat = start(['chat', id])
    await chat.sees('tokens – 80%')
    chat.type(ctrl('k'))
    await chat.sees(/the second[\s\S]*the first/)
    chat.type(down)
    await chat.sees(/the first.*\n │ {3}offline/)
    chat.type(enter)
    await chat.sees('Back at “the first”')
  })

  test('P2 a message is protected by its number and released again', async () => {
    const chat = start(['chat', await blank()])
    await chat.sees('Write the first message')
    chat.type(`One.${enter}`)
    await chat.sees(/2 ok │ \S/)
    chat.type(`Two.${enter}`)
    await chat.sees(/4 ok │ \S/)
    chat.type(`/protect 3${enter}`)
    await chat.sees(/3 You ┃ Two\.\n *protected ┃/)
    chat.type(`/unprotect 3${enter}`)
    await chat.sees(/3 You │ Two\./)
  })
})

describe('the start screen', () => {
  test('K7 after kill -9 it offers to resume, and Enter does', async () => {
    const id = await sample()
    await api.saveCheckpoint(id, 'half way')
    const killed = start(['chat', id])
    await killed.sees('tokens – 80%')
    killed.type('a draft that is not lost')
    await killed.sees('› a draft that is not lost')
    killed.kill()
    await killed.ended()
    const next = start(['chat'])
    await next.sees(/Resume from checkpoint\? \d\d:\d\d – half way/)
    next.type(enter)
    await next.sees('› a draft that is not lost')
  })

  test('K7 after a clean end it offers nothing; a prompt that was turned away does not come back', async () => {
    const id = await sample()
    const left = start(['chat', id])
    await left.sees('tokens – 80%')
    left.type(ctrl('c'))
    expect(await left.ended()).toBe(0)
    const next = start(['chat'])
    await next.sees('A loader that survives')
    expect(next.screen()).not.toContain('Resume from checkpoint?')
    next.type('q')
    expect(await next.ended()).toBe(0)

    const killed = start(['chat', id])
    await killed.sees('tokens – 80%')
    killed.kill()
    await killed.ended()
    const asked = start(['chat'])
    await asked.sees('Resume from checkpoint?')
    asked.type('n')
    await asked.sees('r resume latest')
    asked.type('q')
    await asked.ended()
    const last = start(['chat'])
    await last.sees('A loader that survives')
    expect(last.screen()).not.toContain('Resume from checkpoint?')
  })

  test('K9 words in any conversation are found', async () => {
    await sample()
    const list = start(['chat'])
    await list.sees('A loader that survives')
    list.type('/')
    list.type('accountant')
    await list.sees(/¶ \d+ A loader that survives/)
    list.type(enter)
    await list.sees('^K checkpoints')
  })
})

describe('without a terminal', () => {
  const piped = (args: readonly string[], input: string) =>
    new Promise<{ stdout: string; stderr: string; status: number }>(resolve => {
      const env = { ...process.env, LONGHAND_DATA: folder }
      const child = execFile(process.execPath, [main, ...args], { env }, (_, stdout, stderr) =>
        resolve({ stdout, stderr, status: child.exitCode ?? 1 }),
      )
      child.stdin?.end(input)
    })

  test('X lines are sent and answers printed', async () => {
    const id = await blank()
    const { stdout, status } = await piped(['chat', id], 'The port is 4711.\n\nWhich port is it?\n')
    expect(stdout).toMatch(/^(Here is what I found: .*\n){2}$/)
    expect(status).toBe(0)
    expect((await api.entries(id)).entries).toHaveLength(4)
  })

  test('X a command that fails is told, with the exit code of an error', async () => {
    const { stderr, status } = await piped(['chat', await blank()], '/restore nowhere\n')
    expect(stderr.split('\n')).toHaveLength(2)
    expect(status).toBe(1)
  })
})
