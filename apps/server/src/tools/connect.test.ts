import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Connection, connect, type ToolTimeouts } from './connect.ts'
import { maxChars } from './tool-output.ts'
import type { ToolServer } from './tool-server.ts'

// Programs start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const program = new URL('../testing/tool-server.child.ts', import.meta.url).pathname
const moody: ToolServer = { command: process.execPath, args: [program], env: { MOOD: 'fine' } }
const never = new AbortController().signal

const opened: Connection[] = []
afterAll(() => Promise.all(opened.map(({ close }) => close())))

const open = async (server: ToolServer, patience?: ToolTimeouts) => {
  const connection = await connect(server, never, patience)
  opened.push(connection)
  return connection
}

test('H7 a tool server is started and says what it offers; its tools are called with what the model gives', async () => {
  process.env.ANTHROPIC_API_KEY = 'a secret'
  const { tools, call } = await open(moody)
  delete process.env.ANTHROPIC_API_KEY
  expect(tools().find(({ name }) => name === 'echo')).toMatchObject({ inputSchema: { required: ['said'] } })
  expect(await call('echo', { said: 'Grüße' }, never)).toBe('Grüße')
  await expect(call('echo', {}, never)).rejects.toThrow(/said/)
  await expect(call('fail', {}, never)).rejects.toThrow('The disk is full.')
  await expect(call('none', {}, never)).rejects.toThrow(/none/)
  expect(await call('picture', {}, never)).toBe('A dot:\n[image/png, 3 bytes, not shown]')
  expect((await call('letters', { many: 600_000 }, never)).length).toBeLessThan(maxChars + 100)

  // S it gets the variables that it was given and a few harmless ones, and none of our keys.
  const names = (await call('variables', {}, never)).split(' ')
  expect(names).toEqual(expect.arrayContaining(['MOOD', 'PATH']))
  expect(names).not.toContain('ANTHROPIC_API_KEY')

  // Tools that come later are known.
  await call('learn', {}, never)
  await vi.waitFor(() => expect(tools().map(({ name }) => name)).toContain('learnt'), 10_000)
})

test('H7 a server that ends in the middle of a call fails that call, and is gone', async () => {
  const { call, gone } = await open(moody)
  await expect(call('crash', {}, never)).rejects.toThrow(/ended during this call/)
  await gone
})

test('H7 a call that takes too long, and one that is stopped, are cancelled there too', async () => {
  const { call } = await open(moody, { connectMs: 30_000, callMs: 300 })
  const mark = '/dev/null'
  await expect(call('wait', { mark }, never)).rejects.toThrow(/took too long/)
  const stop = new AbortController()
  const waiting = call('wait', { mark }, stop.signal)
  stop.abort('stop')
  await expect(waiting).rejects.toThrow()
  await vi.waitFor(async () => expect(await call('cancelled', {}, never)).toBe('2'), 10_000)
})

test('H7 what does not start, does not answer or is not wanted any more is an error, and leaves no program behind', async () => {
  await expect(connect({ command: 'longhand-no-such-program' }, never)).rejects.toThrow(/ENOENT/)
  const folder = mkdtempSync(join(tmpdir(), 'longhand-silent-'))
  const silent = (name: string) => ({ command: process.execPath, args: ['-e', mute, join(folder, name)] })
  const mute = `require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)`
  const told = new AbortController()
  const unwanted = connect(silent('unwanted'), told.signal)
  await Promise.all([
    expect(connect(silent('slow'), never, { connectMs: 3_000, callMs: 1 })).rejects.toThrow(/timed out/),
    vi.waitFor(() => readFileSync(join(folder, 'unwanted')), 20_000).then(() => told.abort()),
    expect(unwanted).rejects.toThrow(),
  ])
  const pids = readdirSync(folder).map(name => Number(readFileSync(join(folder, name), 'utf8')))
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(pids).not.toEqual([])
  rmSync(folder, { recursive: true })
})

test('H7 a tool server can be at an address; when it is lost there, the next call finds out', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [program, String(port)], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout!, 'data')
  const { call, gone } = await open({ url: `http://127.0.0.1:${port}/mcp` })
  expect(await call('echo', { said: 'over there' }, never)).toBe('over there')
  const ended = once(child, 'exit')
  child.kill()
  await ended
  await expect(call('echo', { said: 'again' }, never)).rejects.toThrow(/The tool failed/)
  await gone
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
