import { expect, onTestFinished, test } from 'vitest'
import { chunksOf } from '../testing/chunks.ts'
import { start } from '../testing/start.ts'
import type { Line } from './log.ts'
import { logEvents } from './log-events.ts'

test('F8 a bug in a turn is logged as an error with its stack, and without what its message quotes', async () => {
  const lines: Line[] = []
  const server = await start({
    log: line => void lines.push(line),
    // biome-ignore lint/correctness/useYield: it throws before it says anything.
    speak: async function* () {
      throw new TypeError('my diary is not iterable')
    },
  })
  onTestFinished(() => server.close())
  const { id } = await server.api.create()
  await chunksOf(await server.api.send(id, { clientId: 'm1', text: 'Hello' }, {}))
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'bug', name: 'TypeError', during: 'turn', conversation: id }),
  )
  const { at } = lines.find(({ event }) => event === 'bug')!
  expect(at).toContainEqual(expect.stringContaining('log-events.test.ts'))
  expect(JSON.stringify(lines)).not.toContain('diary')
})

test.each([
  ['skeleton', 'warn'],
  ['refused-key', 'error'],
] as const)('E2 a preparation that failed for %s is logged at level %s', (reason, level) => {
  const lines: Line[] = []
  const event = { type: 'preparation', owner: 'o', conversation: 'c', id: 'j', outcome: 'failed', reason } as const
  logEvents(line => void lines.push(line))(event)
  expect(lines).toMatchObject([{ level, event: 'preparation', reason }])
})
