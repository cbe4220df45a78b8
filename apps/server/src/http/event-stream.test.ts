import { expect, test } from 'vitest'
import { eventStream } from './event-stream.ts'

test('W6 whoever leaves is forgotten, and nothing is made that nobody reads', async () => {
  let made = 0
  let gone: AbortSignal | undefined
  const { body } = eventStream(signal => {
    gone = signal
    return (async function* () {
      for (;;) yield { name: null, data: String(++made) }
    })()
  })
  const reader = body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  expect(first).toMatch(/^data: 1\n\ndata: 2\n\n/)
  await new Promise(resolve => setTimeout(resolve, 20))
  // What was read, what waits to be read, and the one that comes next.
  expect(made).toBeLessThan((3 * first.length) / 'data: 1\n\n'.length)
  expect(gone?.aborted).toBe(false)
  await reader.cancel()
  expect(gone?.aborted).toBe(true)
})

test('events that come at once are one write, and one that comes later is not waited for', async () => {
  const later = Promise.withResolvers<void>()
  const { body } = eventStream(async function* () {
    for (const data of ['a', 'b', 'c']) yield { name: null, data }
    await later.promise
    yield { name: null, data: 'd' }
  })
  const reader = body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toBe('data: a\n\ndata: b\n\ndata: c\n\n')
  later.resolve()
  expect(await read()).toBe('data: d\n\n')
  expect((await reader.read()).done).toBe(true)
})

test('a stream that fails tells first what came before', async () => {
  const { body } = eventStream(async function* () {
    yield { name: null, data: 'a' }
    throw new Error('It broke.')
  })
  const reader = body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: a\n\n')
  await expect(reader.read()).rejects.toThrow('It broke.')
})

test('K10 a stream ends when what it tells of has ended', async () => {
  const text = await eventStream(async function* () {
    yield { name: null, data: 'only' }
    yield { name: 'last', data: 'one' }
  }).text()
  expect(text).toBe('data: only\n\nevent: last\ndata: one\n\n')
})
