import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { type Started, start } from '../testing/start.ts'
import { checkDisk } from './check-disk.ts'

let server: Started
afterEach(() => server.close())

const ready = async () => {
  const response = await fetch(`${server.url}/readyz`)
  return [response.status, await response.text()]
}

test('H8.4 readiness tells a disk that is full where the data is, and how much is missing', async () => {
  server = await start({ checkDisk: () => checkDisk(tmpdir(), 1e12) })
  const [status, text] = await ready()
  expect(status).toBe(507)
  expect(text).toMatch(/Only \d+ MB are free where the data is; at least 1000000000000 MB are needed\. Make room\./)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})

test('H8.4 a disk with room is no matter, and 0 asks for none', async () => {
  server = await start({ checkDisk: () => checkDisk(tmpdir(), 0) })
  expect(await ready()).toEqual([200, 'ok'])
})
