import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEvents } from './sse.ts'

const bytes = new TextEncoder().encode(
  ': hi\n\ndata: {"a":"né 😀"}\n\nevent: x\r\ndata: 1\r\ndata: 2\r\n\r\ndata: lost',
)

test('events are the same wherever the network cuts the bytes, also inside a letter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: bytes.length - 1 })), async cuts => {
      const places = [0, ...[...new Set(cuts)].toSorted((a, b) => a - b), bytes.length]
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          places.slice(1).forEach((to, at) => {
            controller.enqueue(bytes.slice(places[at], to))
          })
          controller.close()
        },
      })
      const found: string[] = []
      for await (const events of readEvents(body)) found.push(...events.map(({ data }) => data))
      expect(found).toEqual(['{"a":"né 😀"}', '1\n2'])
    }),
    { numRuns: 1000 },
  )
})

describe('K10 a stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const heard = async (body: ReadableStream<Uint8Array>): Promise<'ended' | 'broken'> => {
    try {
      for await (const _ of readEvents(body));
      return 'ended'
    } catch {
      return 'broken'
    }
  }

  test('that falls silent is broken, and let go of', async () => {
    const cancel = vi.fn()
    const outcome = heard(new ReadableStream<Uint8Array>({ cancel }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toBe('broken')
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('that only pings is whole for as long as it does', async () => {
    let pings = 0
    const pinging = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise(resolve => setTimeout(resolve, 15_000))
        pings++
        if (pings > 20) controller.close()
        else controller.enqueue(new TextEncoder().encode(': ping\n\n'))
      },
    })
    const outcome = heard(pinging)
    await vi.advanceTimersByTimeAsync(400_000)
    expect(await outcome).toBe('ended')
  })
})
