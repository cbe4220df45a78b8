import fc from 'fast-check'
import { expect, test } from 'vitest'
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
