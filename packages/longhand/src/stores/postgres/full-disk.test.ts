import { expect, test } from 'vitest'
import { localOwner } from '../../engine/ports/store.ts'
import { storageOver } from './storage.ts'

test('H8.4 a write that found no room is told to whoever checks, until it succeeds or half a minute has passed without another', async () => {
  let [isFull, now] = [true, 0]
  const query = async (text: string) => {
    if (isFull && !text.includes('longhand.check(')) throw Object.assign(new Error('no room'), { code: '53100' })
    return { rows: [{ answer: [] as never }] }
  }
  const storage = storageOver(
    { engine: 'none', query: query as never, announce: () => {}, subscribe: () => () => {}, close: async () => {} },
    () => now,
  )
  const full = { code: 'store-full', message: 'The disk of the database is full. Make room; nothing was half-written.' }
  const store = storage.as(localOwner)
  const write = () => store.breakers.put('a', 1)
  await storage.check()
  await expect(write()).rejects.toMatchObject(full)
  now = 29_999
  await expect(storage.check()).rejects.toMatchObject(full)
  await expect(write()).rejects.toMatchObject(full)
  now = 59_998
  await expect(storage.check()).rejects.toMatchObject(full)
  now = 60_000
  await storage.check()
  await expect(write()).rejects.toMatchObject(full)
  isFull = false
  // Something else that succeeds may have written nothing.
  await store.projects.list()
  await expect(storage.check()).rejects.toMatchObject(full)
  await write()
  await storage.check()
})
