import { expect, test } from 'vitest'
import { longhand as aiSdk } from '../ai-sdk/longhand.ts'
import { longhand as anthropic } from '../anthropic/longhand.ts'
import { LonghandError } from '../core/errors.ts'
import { longhandMiddleware } from '../langchain/middleware.ts'
import { longhandProcessor } from '../mastra/processor.ts'
import { createQuotingModel } from '../offline/quoting-model.ts'
import { longhand as openai } from '../openai/longhand.ts'
import { longhandSession } from '../openai-agents/session.ts'

type Door = () => (list: readonly object[]) => Promise<unknown>

const model = 'gpt-5-mini'

const doors: readonly (readonly [string, Door])[] = [
  [
    'ai-sdk',
    () => {
      const context = aiSdk({ model: createQuotingModel(), summariser: null })
      return list => context.prepare(list as never)
    },
  ],
  [
    'openai',
    () => {
      const context = openai({ model })
      return list => context.prepare(list as never)
    },
  ],
  ['openai load', () => list => openai({ model }).load(list as never)],
  [
    'anthropic',
    () => {
      const context = anthropic({ model: 'claude-sonnet-4-5' })
      return list => context.prepare(list as never)
    },
  ],
  [
    'langchain',
    () => {
      const { wrapModelCall } = longhandMiddleware({ model })
      return list =>
        wrapModelCall({ model: {}, messages: list.map(one => ({ type: 'human', ...one })) as never }, () => ({}))
    },
  ],
  [
    'mastra',
    () => {
      const processor = longhandProcessor()
      return async prompt => processor.processLLMRequest({ prompt, model: { modelId: model }, state: {} } as never)
    },
  ],
]

test('F6 a session of the agents SDK refuses the same in items that it is given to keep', async () => {
  for (const [, make, sentence] of odd) {
    const kept = (await longhandSession({ model })).addItems([make()] as never)
    await expect(kept).rejects.toMatchObject({ code: 'bad-message', message: expect.stringMatching(sentence) })
    await expect(kept).rejects.toThrow(/^items\[0\]\.content/)
  }
})

const said = { role: 'user', content: 'Hello' }
const withPart = (more: object) => ({ role: 'user', content: [{ type: 'text', text: 'Hello', ...more }] })

function holdsItself() {
  const extra: { self?: unknown } = {}
  extra.self = extra
  return withPart({ extra })
}

function deep() {
  let extra: object = {}
  for (let level = 0; level < 20_000; level++) extra = { extra }
  return withPart({ extra })
}

const odd = [
  ['holds itself', holdsItself, /or holds itself\. Send it flat/],
  ['nests 20,000 deep', deep, /nests more than 500 levels deep/],
  ['writes itself as what holds itself', () => withPart({ extra: { toJSON: holdsItself } }), /or holds itself\. /],
  ['holds a bigint', () => withPart({ extra: 5n }), /content\[0\]\.extra is a value of type bigint, .*Send it as/],
] as const

test.each(
  doors.flatMap(([door, open]) => odd.map(([what, make, sentence]) => [door, what, open, make, sentence] as const)),
)('F6 %s refuses a message that %s, names the place and says what to send', async (_, __, open, make, sentence) => {
  const prepare = open()
  // The second finds what the first has left.
  for (const list of [[make()], [make()], [said, make()]]) {
    const refused = await (async () => prepare(list))().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(LonghandError)
    expect(refused).toMatchObject({ code: 'bad-message', message: expect.stringMatching(sentence) })
    expect((refused as LonghandError).message).toMatch(new RegExp(`^messages\\[${list.length - 1}\\]: content`))
  }
})
