import { get, type IncomingMessage } from 'node:http'
import { localOwner } from 'longhand/internal/engine'
import { openMemory } from 'longhand/memory'
import { start } from './start.ts'

// Run with --expose-gc: prints how many bytes of heap a server keeps for each notice that a live feed has told.

const perRound = 200
const storage = openMemory()
const server = await start({ storage })
const { id } = await server.api.create({ title: 'One' })
const { conversations } = storage.as(localOwner)

const feed = await new Promise<IncomingMessage>(resolve => {
  get(`${server.url}/api/live`, { headers: { authorization: `Bearer ${server.token}` } }, resolve)
})
let heard = 0
feed.on('data', (bytes: Buffer) => {
  for (const byte of bytes) if (byte === 10) heard += 0.5
})

/** Tells so many notices, and waits until they were heard. */
async function tell(count: number): Promise<void> {
  for (let told = 0; told < count; told += perRound) {
    const until = heard + perRound
    for (let at = 0; at < perRound; at++) await conversations.update(id, { title: `Title ${at}` })
    while (heard < until) await new Promise(resolve => setImmediate(resolve))
  }
}

async function heap(): Promise<number> {
  for (let at = 0; at < 3; at++) {
    await new Promise(resolve => setTimeout(resolve, 20))
    gc!()
  }
  return process.memoryUsage().heapUsed
}

const count = Number(process.argv[2] ?? 40_000)
await tell(count / 2)
const before = await heap()
await tell(count)
console.log(JSON.stringify({ heard, bytesPerNotice: ((await heap()) - before) / count }))
feed.destroy()
await server.close()
