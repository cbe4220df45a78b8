import fc from 'fast-check'
import { errorCodes } from 'longhand/internal/core'
import { localOwner } from 'longhand/internal/engine'
import { meter } from 'longhand/internal/tokens'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { localRates } from '../gate/rates.ts'
import { fill } from '../testing/fill.ts'
import { bring, type StorageRoom, transferStorages, withHashes } from '../testing/import-room.ts'
import { longestBlock } from '../testing/longest-block.ts'
import { type Started, start } from '../testing/start.ts'
import { threadReaders } from '../transfer/readers.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

describe.each(Object.entries(transferStorages))('what is brought in, on %s', (_, openStorage) => {
  let room: StorageRoom
  let server: Started
  let lines: readonly string[]
  beforeAll(async () => {
    room = await openStorage()
    server = await start({
      storage: { ...room.storage, close: async () => {} },
      // Being asked too often is another refusal than the ones that are looked for.
      limits: { perMinute: unlimited },
      ...{ meter, readers: threadReaders, window: 8_000, policy: { keep: { by: 'messages', amount: 2 } } },
    })
    const id = await fill(
      server,
      Array.from({ length: 8 }, (_, at) => `The price of item ${at} is ${at}00 euros. `.repeat(8)),
    )
    await server.api.compact(id, { force: true })
    await server.api.undo(id)
    await server.api.redo(id)
    await server.api.saveCheckpoint(id, 'Here')
    lines = await exported(id)
    await room.storage.as(localOwner).conversations.purge(id)
  })
  afterAll(async () => {
    await server.close()
    await room.close()
  })

  const exported = async (id: string): Promise<readonly string[]> => {
    const answer = await fetch(server.api.exportPath(id, 'json'), {
      headers: { authorization: `Bearer ${server.token}` },
    })
    return (await answer.text()).trimEnd().split('\n')
  }

  /** Whatever was asked is taken or refused with a code; what was taken can be used in every way, and goes again. */
  async function isTakenOrRefused(answer: Response): Promise<void> {
    const body = (await answer.json()) as { code?: string; sentence?: string }
    if (answer.status >= 400) {
      expect(answer.status).toBeLessThan(500)
      expect(errorCodes).toContain(body.code)
      expect(body.sentence).toMatch(/\.$/)
      return
    }
    expect(answer.status).toBe(201)
    for (const { id } of await server.api.conversations()) await isUsable(id)
  }

  async function isUsable(id: string): Promise<void> {
    const { api } = server
    expect((await api.conversation(id)).id).toBe(id)
    await api.entries(id)
    await api.view(id)
    await api.checkpoints(id)
    await api.receipts(id)
    const taken = await exported(id)
    expect(taken.at(-1)).toMatch(/^\{"type":"end"/)
    const chunks = await api.send(id, { clientId: 'after', text: 'Are you there?' }, {})
    for await (const _ of chunks!);
    const { type } = await api.compact(id, { force: true, text: '## Goal\nTo price things.' })
    expect(['completed', 'rested']).toContain(type)
    if ((await api.conversation(id)).canUndo) await api.undo(id)
    const again = await exported(id)
    await room.storage.as(localOwner).conversations.purge(id)
    expect((await bring(server, again.map(line => `${line}\n`).join(''))).status).toBe(201)
    await room.storage.as(localOwner).conversations.purge(id)
  }

  test('D6 an export as it was made is taken, used in every way, and goes again', async () => {
    await isTakenOrRefused(await bring(server, `${lines.join('\n')}\n`))
  })

  test('F6 any JSON in the place of any value of an export is taken or refused with a code', async () => {
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(null, -1, 1e300, 0.5, '', 'evil', [], {}, 'x'.repeat(5_000), JSON.parse('{"__proto__":{"x":1}}')),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), hostile, async (at, where, value) => {
        const changed = lines.map((line, index) =>
          index === at % lines.length ? JSON.stringify(replaced(JSON.parse(line), where, value)) : line,
        )
        await isTakenOrRefused(await bring(server, withHashes(changed)))
      }),
      { numRuns: 60 },
    )
  })

  test('F6 any JSON as a line, or as a whole, is taken or refused with a code', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom('application/json', 'application/x-ndjson'),
        async (value, type) => {
          await isTakenOrRefused(await bring(server, JSON.stringify(value), type))
          const messages = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }, value] })
          await isTakenOrRefused(await bring(server, messages, 'application/json'))
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('what is far too large', () => {
  let server: Started
  beforeAll(async () => {
    server = await start({ meter, readers: threadReaders, limits: { perMinute: unlimited } })
  })
  afterAll(() => server.close())

  const MB = 1_000_000
  test.each<readonly [string, string, () => string]>([
    ['a string of 20 MB', 'application/json', () => JSON.stringify('x'.repeat(20 * MB))],
    ['7 million lists', 'application/json', () => `[${'[],'.repeat(7 * MB)}[]]`],
    ['a nest of 20 million lists', 'application/json', () => '['.repeat(20 * MB)],
    ['a message of 20 MB', 'application/json', () => JSON.stringify([{ role: 'user', content: 'x '.repeat(10 * MB) }])],
    ['20 million empty lines', 'application/x-ndjson', () => '\n'.repeat(20 * MB)],
  ])('F6 %s is refused, and nobody else waits', async (_, type, make) => {
    const bytes = new TextEncoder().encode(make())
    const { value: answer, blocked } = await longestBlock(() => bring(server, bytes, type))
    expect([400, 413]).toContain(answer.status)
    expect(errorCodes).toContain(((await answer.json()) as { code: string }).code)
    expect(blocked).toBeLessThan(0.5)
  })

  test('F6 a line of 63 MB is refused', async () => {
    const answer = await bring(server, `{"type":"longhand","format":1}\n"${'x'.repeat(63 * MB)}"\n`)
    expect(answer.status).toBe(413)
    expect(((await answer.json()) as { code: string }).code).toBe('too-large')
  })
})

const unlimited = Object.fromEntries(Object.keys(localRates).map(cost => [cost, 1e9])) as typeof localRates

/** The value with one of the values in it, whichever is the n-th, in another's place. */
function replaced(value: unknown, n: number, other: unknown): unknown {
  const places: { readonly of: Record<string, unknown>; readonly key: string }[] = []
  const look = (inside: unknown) => {
    if (typeof inside !== 'object' || inside === null) return
    for (const [key, item] of Object.entries(inside)) {
      if (key !== 'hash') places.push({ of: inside as Record<string, unknown>, key })
      look(item)
    }
  }
  look(value)
  const { of, key } = places[n % places.length]!
  of[key] = other
  return value
}
