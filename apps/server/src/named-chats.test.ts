import type { Conversation, Storage } from 'longhand/internal/engine'
import { openMemory } from 'longhand/memory'
import { afterEach, expect, test } from 'vitest'
import { createNamedChats } from './named-chats.ts'
import { chunksOf } from './testing/chunks.ts'
import { type Started, start } from './testing/start.ts'

const closing: Started[] = []
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close()
})

/** A storage that counts how often a conversation is read alone. */
function counted(): { readonly storage: Storage; readonly reads: () => number } {
  const storage = openMemory()
  let reads = 0
  const as: Storage['as'] = owner => {
    const store = storage.as(owner)
    const get: typeof store.conversations.get = id => {
      reads++
      return store.conversations.get(id)
    }
    return { ...store, conversations: { ...store.conversations, get } }
  }
  return { storage: { ...storage, as }, reads: () => reads }
}

test('N5 a message to a chat that has its title reads nothing of it first, and one to a deleted chat is not found', async () => {
  const { storage, reads } = counted()
  const server = await start({ storage })
  closing.push(server)
  const { api } = server
  const { id } = await api.create()
  const say = async (clientId: string) => chunksOf(await api.send(id, { clientId, text: 'Hello there' }, {}))
  await say('m1')
  await api.conversation(id)
  const before = reads()
  expect((await say('m2')).at(-1)).toEqual({ type: 'finish' })
  expect((await say('m3')).at(-1)).toEqual({ type: 'finish' })
  expect(reads()).toBe(before)
  await storage.as('00000000-0000-4000-8000-000000000001').conversations.delete(id)
  await expect(say('m4')).rejects.toMatchObject({ code: 'not-found' })
})

test('N5 what is held of a chat is its owner’s, and forgotten when it is renamed or deleted', () => {
  const chats = createNamedChats()
  const chat = { id: 'a', kind: 'chat', title: 'Named' } as Conversation
  const changed = { type: 'changed', owner: 'me', conversation: 'a', version: 2 } as const
  chats.note('me', chat)
  expect([chats.get('me', 'a'), chats.get('you', 'a')]).toEqual([chat, null])
  chats.hear({ ...changed, topic: 'turn' })
  expect(chats.get('me', 'a')).toBe(chat)
  chats.hear({ ...changed, topic: 'settings' })
  expect(chats.get('me', 'a')).toBe(null)
  chats.note('me', chat)
  chats.note('me', { ...chat, title: null })
  expect(chats.get('me', 'a')).toBe(null)
  chats.note('me', { ...chat, kind: 'officer' })
  expect(chats.get('me', 'a')).toBe(null)
  chats.note('me', chat)
  chats.hear({ type: 'missed' })
  expect(chats.get('me', 'a')).toBe(null)
})
