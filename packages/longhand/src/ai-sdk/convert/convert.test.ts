import { safeValidateUIMessages } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelMessages, turns, uiMessages } from '../../testing/sdk-messages.ts'
import { fromModelMessages, toModelMessages } from './convert.ts'
import { fromUIMessages, toUIMessages } from './ui.ts'

const runs = { numRuns: 1000 }

/** As it comes back from storage. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test('V10 any message goes to the model and back without a loss', () => {
  fc.assert(
    fc.property(turns, drawn => {
      const messages = drawn.flat()
      expect(fromModelMessages(toModelMessages(messages))).toEqual(messages)
    }),
    runs,
  )
})

test('V10 any message of the AI SDK goes to storage and back without a loss', () => {
  fc.assert(
    fc.property(modelMessages, messages => {
      expect(toModelMessages(stored(fromModelMessages(messages)))).toEqual(messages)
    }),
    runs,
  )
})

test('V10 any message goes to a screen and back without a loss', () => {
  fc.assert(
    fc.property(turns, drawn => {
      const shown = drawn.flatMap((messages, at) => messages.map(message => ({ id: `m${at}`, message })))
      expect(fromUIMessages(stored(toUIMessages(shown)))).toEqual(shown)
    }),
    runs,
  )
})

test('V10 what screens get, the AI SDK takes for its own', async () => {
  const anyTurn = turns.filter(drawn => drawn.length > 0)
  await fc.assert(
    fc.asyncProperty(anyTurn, async drawn => {
      const shown = drawn.flatMap((messages, at) => messages.map(message => ({ id: `m${at}`, message })))
      expect(await safeValidateUIMessages({ messages: toUIMessages(shown) })).toMatchObject({ success: true })
    }),
    { numRuns: 300 },
  )
})

test('V10 any message of a screen, in any state, goes to storage and back without a loss', () => {
  fc.assert(
    fc.property(uiMessages, messages => {
      expect(toUIMessages(stored(fromUIMessages(messages)))).toEqual(messages)
    }),
    runs,
  )
})

test('V10 screen, storage, model, storage, screen: still no loss', () => {
  fc.assert(
    fc.property(uiMessages, messages => {
      const shown = fromUIMessages(messages)
      const again = shown.flatMap(({ id, message }) =>
        fromModelMessages(toModelMessages([message])).map(message => ({ id, message })),
      )
      // What a model cannot read at all is not sent to it.
      const readable = shown.filter(({ message }) => toModelMessages([message]).length > 0)
      expect(again).toEqual(readable)
    }),
    runs,
  )
})
