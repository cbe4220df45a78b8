import { openEmbedded } from '../../stores/embedded/open.ts'

// Opens a storage where nothing keeps what it makes from others, as some containers and sync programs have it.
process.umask(0)
const storage = await openEmbedded(process.argv[2]!)
const store = storage.as('00000000-0000-4000-8000-000000000001')
await store.conversations.create({ id: crypto.randomUUID() })
process.send!('open')
process.once('message', async () => {
  await storage.close()
  process.disconnect()
})
