import type { Clock } from 'longhand/internal/engine'
import { expect, test, vi } from 'vitest'
import type { Connection } from './connect.ts'
import { keepConnected, pauseBefore } from './keep-connected.ts'

const never = new AbortController().signal

/** A server whose lives are in the hands of the test, on a clock that only notes how long it was to sleep. */
function stage() {
  const opened: { readonly end: () => void; readonly closed: () => boolean }[] = []
  const pauses: number[] = []
  const lost: string[] = []
  const script = { fails: 0, lives: 0 }
  let now = 0
  const clock: Clock = {
    now: () => now,
    sleep: async (ms, signal) => {
      // A call that waits for the server is not part of the backoff.
      if (ms === 10_000) return new Promise(resolve => signal?.addEventListener('abort', () => resolve()))
      pauses.push(ms)
      now += ms
      await new Promise(setImmediate)
    },
  }
  const open = async (): Promise<Connection> => {
    if (script.fails-- > 0) throw new Error('Nobody is there.')
    const life = ++script.lives
    const gone = Promise.withResolvers<void>()
    let closed = false
    const end = () => gone.resolve()
    opened.push({ end, closed: () => closed })
    const close = async () => {
      closed = true
      end()
    }
    const list = [{ name: 'echo', inputSchema: { type: 'object' as const } }]
    return { tools: () => list, call: async name => `${name} in life ${life}`, gone: gone.promise, close }
  }
  const pass = (ms: number) => {
    now += ms
  }
  const link = () => keepConnected({ name: 'files', open, clock, onLost: error => void lost.push(error.message) })
  return { link, opened, pauses, lost, script, pass }
}

test('H7 a call waits for a server that is being started; one that ends is started again', async () => {
  const { link: open, opened, lost, pauses, script } = stage()
  const link = open()
  expect([link.state(), await link.call('echo', {}, never), link.state()]).toEqual(['starting', 'echo in life 1', 'up'])
  script.fails = Number.POSITIVE_INFINITY
  opened[0]!.end()
  await vi.waitFor(() => expect(link.state()).toBe('down'))
  expect(link.tools()).toHaveLength(1)
  script.fails = 0
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  expect(await link.call('echo', {}, never)).toBe('echo in life 2')
  expect([lost.length, pauses[0]]).toEqual([1, 500])
  await link.close()
  expect(opened[1]!.closed()).toBe(true)
})

test('H7 tries come ever more slowly, and one that lasted begins anew', async () => {
  const { link: open, opened, lost, pauses, script, pass } = stage()
  script.fails = 8
  const link = open()
  await link.firstAttempt
  await vi.waitFor(() => expect(link.state()).toBe('up'))
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(lost).toEqual([expect.stringMatching(/^The tool server files is not running; it is restarted automatically/)])
  pass(60_000)
  opened[0]!.end()
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  expect(pauses.at(-1)).toBe(500)
  await link.close()
})

test('H7 a call to a server that does not come up fails with a sentence when it is stopped', async () => {
  const { link: open, script } = stage()
  script.fails = Number.POSITIVE_INFINITY
  const link = open()
  await link.firstAttempt
  expect([link.state(), link.tools()]).toEqual(['down', []])
  const stop = new AbortController()
  const call = link.call('echo', {}, stop.signal)
  stop.abort()
  await expect(call).rejects.toMatchObject({ code: 'unreachable', details: { server: 'files' } })
  await link.close()
})

test('H7 a server that answers only after the end is sent away again', async () => {
  const hello = Promise.withResolvers<Connection>()
  const clock: Clock = { now: () => 0, sleep: async () => {} }
  const link = keepConnected({ name: 'files', open: () => hello.promise, clock, onLost: () => {} })
  const closing = link.close()
  const gone = Promise.withResolvers<void>()
  let closed = false
  const close = async () => {
    closed = true
    gone.resolve()
  }
  hello.resolve({ tools: () => [], call: async () => '', gone: gone.promise, close })
  await closing
  expect(closed).toBe(true)
})

test('H7 the pauses between starts are bounded', () => {
  expect([1, 2, 3, 100].map(pauseBefore)).toEqual([500, 1_000, 2_000, 30_000])
})
