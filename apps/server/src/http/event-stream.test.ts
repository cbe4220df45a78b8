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
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(made).toBeLessThan(5)
  expect(gone?.aborted).toBe(false)
  await reader.cancel()
  expect(gone?.aborted).toBe(true)
})

test('K10 a stream ends when what it tells of has ended', async () => {
  const text = await eventStream(async function* () {
    yield { name: null, data: 'only' }
    yield { name: 'last', data: 'one' }
  }).text()
  expect(text).toBe('data: only\n\nevent: last\ndata: one\n\n')
})
