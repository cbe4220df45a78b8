import { user } from 'longhand'
import { openEmbedded } from 'longhand/embedded'
import { openMemory } from 'longhand/memory'
import { openPostgres } from 'longhand/postgres'
import { countMessage } from 'longhand/tokens'

const url = process.env.DATABASE_URL
const storage = url ? await openPostgres(url) : process.env.CI ? openMemory() : await openEmbedded('.longhand')

const store = storage.as(crypto.randomUUID()) // the owner: everything below belongs to them
const { id } = await store.conversations.create({ id: crypto.randomUUID() })
const message = user('Use Postgres, and never log card numbers.')
await store.entries.append(id, [{ id: crypto.randomUUID(), type: 'message', message, count: countMessage(message) }])
const { branch } = await store.entries.branch(id)
console.log(branch.length)
await storage.close()
