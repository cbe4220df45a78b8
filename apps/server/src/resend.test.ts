import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { embeddedDirectory } from 'longhand/internal/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startChild } from './testing/child.ts'

// Making a database and starting processes takes as long as the machine is busy with other things.
const patience = 180_000
vi.setConfig({ testTimeout: patience })

let folder: string
beforeAll(async () => {
  folder = await embeddedDirectory()
}, patience)
afterAll(() => rm(folder, { recursive: true }))

const message = { clientId: 'm1', text: 'Count to three' } as const

test.each(['turns.start:before', 'turns.start:after'])(
  'N7 H5 after kill -9 at %s a client sends again until it gets a 200, and then the message is there, once',
  async point => {
    const first = await startChild(folder, `${point}=kill`)
    const { id } = await first.api.create()
    const sending = first.api.send(id, message, {})
    await sending.then(body => body?.pipeTo(new WritableStream())).catch(() => null)
    // Whoever takes over is slow, so that the client comes in the middle of it.
    const next = await startChild(folder, 'entries.find:before=sleep(2000)')
    try {
      for (let tries = 0; ; tries++) {
        const taken = await next.api.send(id, message, {}).then(
          body => body?.cancel().then(() => true),
          () => false,
        )
        if (taken) break
        expect(tries).toBeLessThan(100)
        await pause(100)
      }
      await pause(2_500)
      const { entries } = await next.api.entries(id)
      const said = entries.flatMap(entry => (entry.type === 'message' && entry.message.role === 'user' ? [entry] : []))
      expect(said).toMatchObject([{ id: 'm1', message: { parts: [{ text: message.text }] } }])
      expect((await next.api.conversations()).find(each => each.id === id)?.title).toBe(message.text)
    } finally {
      await next.end('SIGKILL')
    }
  },
)
