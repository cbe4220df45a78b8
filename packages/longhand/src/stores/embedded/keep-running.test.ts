import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.ts'
import type { Thread } from './thread.ts'

/** A thread that answers with its own number until it dies. */
function threads() {
  const started: { die: () => void }[] = []
  const start = async (): Promise<Thread> => {
    const { promise: ended, resolve: die } = Promise.withResolvers<void>()
    const number = started.push({ die })
    return { send: async () => ({ rows: [number] }), ended, end: async () => die() }
  }
  return { start, started }
}

test('F5 a database whose thread has died is started again at the next question, once, and listeners are told', async () => {
  const { start, started } = threads()
  let missed = 0
  const database = await keepRunning(start, () => missed++)
  expect((await database.query('')).rows).toEqual([1])
  started[0]!.die()
  await Promise.resolve()
  const answers = await Promise.all([database.query(''), database.query('')])
  expect(answers.map(({ rows }) => rows[0])).toEqual([2, 2])
  expect([started.length, missed]).toEqual([2, 1])
  await database.close()
  await expect(database.query('')).rejects.toMatchObject({ code: 'store-unavailable' })
})

test('F5 a start that fails is tried again at the next question', async () => {
  const { start, started } = threads()
  let fails = false
  const database = await keepRunning(
    async () => {
      if (fails) throw new Error('no room')
      return start()
    },
    () => {},
  )
  fails = true
  started[0]!.die()
  await Promise.resolve()
  await expect(database.query('')).rejects.toThrow('no room')
  fails = false
  expect((await database.query('')).rows).toEqual([2])
})
