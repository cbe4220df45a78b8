import { request } from 'node:http'
import { zipOf } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Started, start } from '../testing/start.ts'
import { threadReaders } from '../transfer/readers.ts'

let server: Started
let parts = 0
let imports: number[] = []
beforeEach(async () => {
  parts = 0
  const others: typeof threadReaders.others = async bytes => {
    parts++
    // Long enough for whoever waits to go away.
    await new Promise(resolve => setTimeout(resolve, 300))
    return threadReaders.others(bytes)
  }
  imports = []
  server = await start({
    readers: { ...threadReaders, others },
    audit: ({ action, status }) => {
      if (action === 'import') imports.push(status)
    },
  })
})
afterEach(() => server.close())

const headers = () => ({ authorization: `Bearer ${server.token}`, 'content-type': 'application/zip' })

test.each([
  ['spaces', () => ' '.repeat(300_000_000), 'more than 256 MB'],
  ['pairs of braces', () => `[${'{},'.repeat(1_000_000)}{}]`, 'more than 100000 conversations'],
])('F6, W22 an archive of nothing but %s is refused, and nothing is stored', async (_, make, why) => {
  const body = zipOf({ 'conversations.json': make() }) as Uint8Array<ArrayBuffer>
  const answer = await fetch(`${server.url}/api/import`, { method: 'POST', headers: headers(), body })
  expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining(why)])
  expect([parts, await server.api.conversations()]).toEqual([0, []])
})

test('F6, W22 an archive is read no further when its sender has gone, and nothing of it is stored', async () => {
  const said = { author: { role: 'user' }, content: { parts: ['word '.repeat(10_000)] } }
  const mapping = Object.fromEntries(
    Array.from({ length: 180 }, (_, at) => [`q${at}`, { parent: `q${at - 1}`, message: said }]),
  )
  // Each is a part of its own.
  const body = zipOf({ 'conversations.json': `[${Array(5).fill(JSON.stringify({ mapping })).join()}]` })
  const sent = request(`${server.url}/api/import`, { method: 'POST', headers: headers(), agent: false })
  sent.on('error', () => {})
  sent.end(body)
  await vi.waitFor(() => expect(parts).toBe(1), { timeout: 20_000, interval: 5 })
  sent.destroy()
  await vi.waitFor(() => expect(imports).toEqual([409]), { timeout: 60_000 })
  // What was read then, and no more of the five.
  expect(parts).toBeLessThan(3)
  expect(await server.api.conversations()).toEqual([])
}, 90_000)
