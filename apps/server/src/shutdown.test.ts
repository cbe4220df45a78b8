import type { Storage, Summariser } from 'longhand/internal/engine'
import { armFailpoints, disarmFailpoints, reached, release, saying } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterEach, expect, test } from 'vitest'
import type { Line, Log } from './telemetry/log.ts'
import { chunksOf } from './testing/chunks.ts'
import { start } from './testing/start.ts'

afterEach(disarmFailpoints)

test('K8 a shutdown waits for what an answer has led to: nothing meets a closed storage, nothing is told as a bug', async () => {
  const lines: Line[] = []
  const { storage, late } = closing(openMemory())
  const code = `\`\`\`ts\n${'const price = 4.5\n'.repeat(12)}\`\`\``
  const generate = saying(`${'Yes, and so on. '.repeat(15)}\n\n${code}`)
  const policy = { prepare: 0.6 }
  const log: Log = line => void lines.push(line)
  const server = await start({ storage, speak: generate, summariser: silent, policy, window: 6_000, log })
  const { id } = await server.api.create()
  const say = async (at: number) => {
    await chunksOf(await server.api.send(id, { clientId: `m${at}`, text: `Question ${at}` }, {}))
  }
  for (let at = 1; at <= 6; at++) await say(at)
  armFailpoints('checkpoints.create:before=pause')
  await say(7)
  await reached('checkpoints.create:before')
  armFailpoints('entries.branch:before=pause@1')
  const closed = server.close()
  release('checkpoints.create:before')
  await reached('entries.branch:before')
  release('entries.branch:before')
  await closed
  expect(late).toEqual([])
  expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
  expect(lines).toContainEqual(expect.objectContaining({ event: 'preparation', outcome: 'cancelled' }))
})

/** One that never answers: what is written ahead of need is still being written when the server ends. */
const silent: Summariser = {
  model: 'silent',
  window: 6_000,
  summarise: (_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
}

/** A storage that fails as a pool does once it is closed, and notes who comes too late. */
function closing(whole: Storage): { readonly storage: Storage; readonly late: readonly string[] } {
  const late: string[] = []
  let closed = false
  const guarded = <T extends object>(part: T, name: string): T =>
    new Proxy(part, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        const called = `${name}.${String(key)}`
        if (typeof value === 'object' && value !== null) return guarded(value, called)
        if (typeof value !== 'function') return value
        return (...args: readonly unknown[]) => {
          if (closed) late.push(called)
          const made = Reflect.apply(value, target, args)
          return key === 'as' ? guarded(made, 'store') : made
        }
      },
    })
  const close = async () => {
    closed = true
  }
  return { storage: { ...guarded(whole, 'storage'), as: guarded(whole, 'storage').as, close }, late }
}
