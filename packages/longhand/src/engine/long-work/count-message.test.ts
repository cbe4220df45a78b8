import { expect, test } from 'vitest'
import { user } from '../../core/message.ts'
import { lettersMeter } from '../../testing/test-engine.ts'
import { countMessage } from './count-message.ts'
import { type RunTask, taskRunner } from './run-task.ts'

function counting(runTask: RunTask) {
  const ran: string[] = []
  const noted: RunTask = (name, input) => {
    ran.push(name)
    return runTask(name, input)
  }
  const engine = { meter: lettersMeter, runTask: noted }
  return { engine, ran }
}

const long = user('x'.repeat(200_000))

test('F7 a very long message is counted where long work is done, and others where they are', async () => {
  const { engine, ran } = counting(taskRunner({ meter: lettersMeter }))
  expect(await countMessage(engine, user('Hello.'))).toBe(lettersMeter.count(user('Hello.')))
  expect(ran).toEqual([])
  expect(await countMessage(engine, long)).toBe(lettersMeter.count(long))
  expect(ran).toEqual(['counts'])
})

test('F7 the bytes of a picture are not sent to be counted', async () => {
  const { engine, ran } = counting(taskRunner({ meter: lettersMeter }))
  const data = 'QUFB'.repeat(100_000)
  const picture = { type: 'file', mediaType: 'image/png', name: null, source: { type: 'base64', data } } as const
  await countMessage(engine, { role: 'user', parts: [picture] })
  expect(ran).toEqual([])
})

test('N7 a message is counted, and so can be stored, when no thread could do it', async () => {
  const { engine } = counting(() => Promise.reject(new Error('Out of memory.')))
  expect(await countMessage(engine, long)).toBe(lettersMeter.count(long))
})
