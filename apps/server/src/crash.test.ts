import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { embeddedDirectory } from 'longhand/internal/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Child, startChild } from './testing/child.ts'
import { eachChunk } from './testing/chunks.ts'

// Making a database and starting processes takes as long as the machine is busy with other things.
const patience = 180_000
vi.setConfig({ testTimeout: patience })

let folder: string
let child: Child
beforeAll(async () => {
  folder = await embeddedDirectory()
  child = await startChild(folder)
}, patience)
afterAll(async () => {
  await child.end('SIGKILL')
  await rm(folder, { recursive: true })
})

/** Sends a message and reads its answer for a while from its first word; returns the words that were shown. */
async function readFor(ms: number, id: string): Promise<string> {
  let until = Number.POSITIVE_INFINITY
  let shown = ''
  const body = await child.api.send(id, { clientId: 'm1', text: 'Count to a hundred' }, {})
  for await (const { delta = '' } of eachChunk(body)) {
    if (shown === '' && delta !== '') until = Date.now() + ms
    shown += delta
    if (Date.now() > until) break
  }
  return shown
}

const answerOf = async (id: string) => {
  const { entries } = await child.api.entries(id)
  const answer = entries[1]
  if (answer?.type !== 'message') throw new Error('There is no answer.')
  return {
    ending: answer.ending,
    text: answer.message.parts.flatMap(part => (part.type === 'text' ? part.text : [])).join(),
  }
}

test('K7, K8 after kill -9 in mid-answer what was said is there, the answer as far as it was shown but a second', async () => {
  const { id } = await child.api.create()
  await child.api.attach(id)
  const shown = await readFor(2_500, id)
  await child.end('SIGKILL')
  child = await startChild(folder)
  expect(await child.api.recovery()).toMatchObject([{ conversation: id, title: 'Count to a hundred' }])
  // Less than a lease: whoever waited for one would be too late.
  await vi.waitUntil(async () => (await child.api.conversation(id)).turn === null, { timeout: 20_000, interval: 50 })
  const { ending, text } = await answerOf(id)
  expect(ending).toBe('interrupted')
  expect(shown.startsWith(text) || text.startsWith(shown)).toBe(true)
  const wordsLost = shown.split(' ').length - text.split(' ').length
  expect(wordsLost * 50).toBeLessThanOrEqual(1_000)
  await child.api.dismissRecovery()
})

test('K7, K8 after SIGTERM in mid-answer nothing that was shown is lost and nothing is offered', async () => {
  const { id } = await child.api.create()
  await child.api.attach(id)
  const shown = await readFor(1_000, id)
  expect(await child.end('SIGTERM')).toBe(0)
  child = await startChild(folder)
  expect(await child.api.recovery()).toEqual([])
  const { ending, text } = await answerOf(id)
  expect(ending).toBe('interrupted')
  expect(text.startsWith(shown)).toBe(true)
})

test('H8.1 after SIGTERM a process lets its answer finish, and ends with 0', async () => {
  await child.end('SIGTERM')
  child = await startChild(folder, '', ['60000', '30'])
  const { id } = await child.api.create()
  const chunks = eachChunk(await child.api.send(id, { clientId: 'm1', text: 'Count to thirty' }, {}))
  while (!(await chunks.next()).value?.delta);
  const ended = child.end('SIGTERM')
  // Read to its end: a stream that is left would be waited for.
  for await (const _ of chunks);
  expect(await ended).toBe(0)
  child = await startChild(folder)
  const { ending, text } = await answerOf(id)
  expect([ending, text.split(' ').at(-1)]).toEqual([undefined, 'word30'])
})

test('V4 a restart keeps everything: title, messages, checkpoints, place', async () => {
  const { id } = await child.api.create({ title: 'Kept' })
  await readFor(200, id)
  await child.api.stop(id)
  while ((await child.api.conversation(id)).turn !== null) await pause(20)
  await child.api.saveCheckpoint(id, 'Here')
  const before = [await child.api.conversation(id), await child.api.entries(id), await child.api.checkpoints(id)]
  await child.end('SIGTERM')
  child = await startChild(folder)
  expect([await child.api.conversation(id), await child.api.entries(id), await child.api.checkpoints(id)]).toEqual(
    before,
  )
})
