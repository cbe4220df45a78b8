import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { LonghandError, user } from 'longhand'
import { localOwner, type Storage, type Store } from 'longhand/internal/engine'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bring, type StorageRoom, transferStorages } from '../testing/import-room.ts'
import { type Started, start } from '../testing/start.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

describe.each(Object.entries(transferStorages))('exports, on %s', (_, openStorage) => {
  let room: StorageRoom
  let store: Store
  let server: Started
  beforeAll(async () => {
    room = await openStorage()
    store = room.storage.as(localOwner)
    server = await start({ storage: { ...room.storage, close: async () => {} } })
  })
  afterAll(async () => {
    await server.close()
    await room.close()
  })

  /** A conversation that no socket takes at once. */
  async function large(title: string): Promise<string> {
    const { id } = await store.conversations.create({ id: crypto.randomUUID(), title })
    const message = user(`${title} ${'x'.repeat(20_000)}`)
    for (let at = 0; at < 3; at++) {
      const entries = Array.from(
        { length: 200 },
        () => ({ id: crypto.randomUUID(), type: 'message', message, count: 1 }) as const,
      )
      await store.entries.append(id, entries)
    }
    return id
  }

  /** Reads slowly: stops after the first bytes until something was done, and goes on then. */
  const slowly = (path: string, meanwhile: () => Promise<unknown>, at = server) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(at.url + path, { headers: { authorization: `Bearer ${at.token}` } }, async answer => {
        let text = ''
        answer.on('error', reject)
        answer.once('readable', async () => {
          await pause(50)
          await meanwhile().catch(reject)
          answer.setEncoding('utf8').on('data', piece => {
            text += piece
          })
        })
        answer.on('end', () => (answer.complete ? resolve(text) : reject(new Error('It was cut.'))))
      })
      asked.on('error', reject).end()
    })

  test('D6 an export of all is whole when conversations are deleted meanwhile', async () => {
    const ids = [await large('first'), await large('second'), await large('third')]
    const text = await slowly('/api/export', async () => {
      for (const id of ids.slice(0, 2)) await store.conversations.delete(id)
    })
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\{"type":"end"/)
    expect(text).toContain('third')
    for (const id of ids) await store.conversations.purge(id).catch(() => {})
    const answer = await bring(server, text)
    expect(answer.status).toBe(201)
    const { conversations } = (await answer.json()) as { conversations: number }
    expect(conversations).toBeGreaterThanOrEqual(1)
    for (const { id } of await server.api.conversations()) await store.conversations.purge(id)
  })

  test.each(['json', 'md'] as const)(
    'D6 one conversation is taken away whole as %s, though it is deleted meanwhile',
    async format => {
      const id = await large('alone')
      const text = await slowly(`/api/conversations/${id}/export?format=${format}`, () =>
        store.conversations.delete(id),
      )
      expect(text.match(/alone x/g)).toHaveLength(600)
      if (format === 'json') expect((await bring(server, text)).status).toBe(201)
    },
  )

  test.each(['/api/export', '/api/conversations/ID/export?format=json', '/api/conversations/ID/export?format=md'])(
    'D6 %s breaks off where it cannot be finished, and what came of it is not taken for whole',
    async path => {
      const id = await large('broken')
      const breaking = await start({ storage: breakingOff(room.storage) })
      const text: string[] = []
      const response = await fetch(breaking.url + path.replace('ID', id), {
        headers: { authorization: `Bearer ${breaking.token}` },
      })
      const read = async () => {
        for await (const piece of response.body!) text.push(Buffer.from(piece).toString('utf8'))
      }
      await expect(read()).rejects.toThrow()
      if (!path.endsWith('md')) expect((await bring(server, text.join(''))).status).toBe(400)
      await breaking.close()
      await store.conversations.purge(id)
    },
  )
})

/** The same storage, whose exports fail in their middle. */
const breakingOff = (storage: Storage): Storage => ({
  ...storage,
  close: async () => {},
  as: owner => {
    const store = storage.as(owner)
    return {
      ...store,
      async *export(chosen) {
        let lines = 0
        for await (const line of store.export(chosen)) {
          if (++lines > 50) throw new LonghandError('store-unavailable', 'The database went away.')
          yield line
        }
      },
    }
  },
})
