import { generateText, type ModelMessage, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
import { longhand } from './longhand.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

const talk: readonly ModelMessage[] = Array.from({ length: 24 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Stage ${at} is done. ${'And so on. '.repeat(60)}`,
}))

const asked = (approved: boolean): readonly ModelMessage[] => [
  { role: 'user', content: 'Delete it.' },
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'remove', input: {} },
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'call_1' },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved, reason: 'Not today.' }] },
]

describe.each(['prepare', 'prepareStep', 'both'])('with %s', how => {
  test.each([
    ['a short conversation', true, []],
    ['a short conversation', false, []],
    ['one that is folded', true, talk],
    ['one that is folded', false, talk],
  ])('L15 in %s, a tool that a person was asked about runs when allowed: %s', async (_, approved, before) => {
    let runs = 0
    const remove = tool({
      inputSchema: z.object({}),
      needsApproval: true,
      execute: () => {
        runs++
        return 'It is gone.'
      },
    })
    const model = realModel('anthropic', 'ok', fake)
    const context = longhand({ model, summariser: null, window: 4_000 })
    const all = [...before, ...asked(approved)]
    await generateText({
      model,
      messages: how === 'prepareStep' ? all : await context.prepare(all),
      tools: { remove },
      ...(how !== 'prepare' && { prepareStep: context.prepareStep }),
      maxRetries: 0,
    })
    expect(runs).toBe(approved ? 1 : 0)
    const { text } = fake.calls.at(-1)!.request
    expect(text).toContain(approved ? 'It is gone.' : 'Not today.')
    expect(text).toContain('Delete it.')
    expect(text.includes('<summary>')).toBe(before.length > 0)
  })
})
