import { afterEach, expect, test } from 'vitest'
import { createPool, type Pool, type PoolOptions } from './pool.ts'

/** A thread that runs the JavaScript it is sent, and knows its own number. */
const evaluating = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', async ({ call: { input } }) => {
    parentPort.postMessage({ type: 'done', output: await (0, eval)(input) ?? threadId, parts: 0 })
  })`

const script = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

const pools: Pool[] = []
const open = (more: Partial<PoolOptions> = {}): Pool => {
  const pool = createPool({
    ...{ file: script(evaluating), maxThreads: 2, maxMemoryMb: 64, timeoutMs: 20_000, idleMs: 20_000 },
    ...more,
  })
  pools.push(pool)
  return pool
}

afterEach(() => Promise.all(pools.splice(0).map(pool => pool.close())))

const evaluate = (pool: Pool, input: string) => pool.run({ name: 'evaluate', input })

const briefly = (ms: number) => `new Promise(resolve => setTimeout(resolve, ${ms}))`

test('threads are used again, and there are never more than may be', async () => {
  const pool = open()
  const used = await Promise.all(Array.from({ length: 8 }, () => evaluate(pool, briefly(20))))
  expect(new Set(used).size).toBe(2)
})

test('a task that takes too long fails and its thread ends; those behind it are served', async () => {
  const pool = open({ maxThreads: 1, timeoutMs: 1_000 })
  const endless = evaluate(pool, 'for (;;) {}')
  const behind = evaluate(pool, '42')
  await expect(endless).rejects.toMatchObject({ code: 'timed-out' })
  expect(await behind).toBe(42)
})

test('a thread that breaks, ends or runs out of memory fails its own task and no other', async () => {
  const pool = open({ maxThreads: 1 })
  const broken = evaluate(pool, "setTimeout(() => { throw new RangeError('broken') }); new Promise(() => {})")
  const gone = evaluate(pool, 'process.exit(3)')
  const full = evaluate(pool, 'let all = null; for (;;) all = { all }')
  const behind = evaluate(pool, '42')
  await expect(broken).rejects.toThrow('broken')
  await expect(gone).rejects.toThrow('exited with 3')
  await expect(full).rejects.toMatchObject({ code: 'too-large' })
  expect(await behind).toBe(42)
})

test('an idle thread ends, and the next task gets a new one', async () => {
  const pool = open({ maxThreads: 1, idleMs: 1 })
  const first = await evaluate(pool, 'undefined')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await evaluate(pool, 'undefined')).not.toBe(first)
})

test('what cannot be sent to a thread fails, and the next task is served', async () => {
  const pool = open({ maxThreads: 1 })
  await expect(pool.run({ name: 'evaluate', input: () => {} })).rejects.toThrow('could not be cloned')
  expect(await evaluate(pool, '42')).toBe(42)
})

test('closing fails what runs and what waits', async () => {
  const pool = open({ maxThreads: 1 })
  const both = [evaluate(pool, 'new Promise(() => {})'), evaluate(pool, '42')]
  const outcomes = Promise.allSettled(both)
  await pool.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
