import { notingStorage } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { expect, test } from 'vitest'
import { chunksOf } from './testing/chunks.ts'
import { start } from './testing/start.ts'

test('N14 a conversation is created, measured and noted without being read, and its first turn reads no entries', async () => {
  const { storage, asked } = notingStorage(openMemory())
  const server = await start({ storage })
  asked.length = 0
  const { id, status } = await server.api.create()
  expect(asked.toSorted()).toEqual(['calibrations.get', 'conversations.create', 'conversations.note'])
  expect((await server.api.conversations())[0]).toMatchObject({ id, used: status.used })
  asked.length = 0
  await chunksOf(await server.api.send(id, { clientId: 'm1', text: 'Hello there' }, {}))
  expect(asked.slice(0, 2)).toEqual(['conversations.get', 'turns.start'])
  expect(asked.filter(name => /^entries\./.test(name))).toEqual([])
  // What its state said before anything was read is what reading it says.
  const other = await server.api.create()
  expect((await server.api.conversation(other.id)).status).toEqual(status)
  await server.close()
})
