import type { ModelMessage, UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { fromModelMessages } from '../ai-sdk/convert/convert.ts'
import { fromUIMessages } from '../ai-sdk/convert/ui.ts'
import { longhand as aiSdk } from '../ai-sdk/longhand.ts'
import { longhand as anthropic } from '../anthropic/longhand.ts'
import { plan } from '../core/plan.ts'
import { classic, presets } from '../core/policy.ts'
import { windowStatus } from '../core/window.ts'
import { createQuotingModel } from '../offline/quoting-model.ts'
import { longhand as openai } from '../openai/longhand.ts'
import { openMemory } from '../stores/memory/open.ts'

type Given = Readonly<Record<string, unknown>>

const doors = {
  'ai-sdk': (options: Given) => aiSdk({ model: createQuotingModel(), summariser: null, ...options } as never),
  openai: (options: Given) => openai({ model: 'gpt-5-mini', ...options } as never),
  anthropic: (options: Given) => anthropic({ model: 'claude-sonnet-4-5', ...options } as never),
}

const wrong: readonly (readonly [Given, string])[] = [
  [{ window: '4000' }, 'window is "4000"; it must be a whole number of tokens above 0'],
  [{ window: 0 }, 'window is 0; it must be'],
  [{ window: Number.NaN }, 'window is NaN; it must be'],
  [{ window: -1 }, 'window is -1; it must be'],
  [{ window: Number.POSITIVE_INFINITY }, 'window is Infinity; it must be'],
  [{ overhead: '12' }, 'overhead is "12"; it must be a whole number of tokens from 0'],
  [{ policy: { treshold: 0.5 } }, 'treshold is no part of a policy. Did you mean threshold?'],
  [{ policy: { target: '0.5' } }, 'target must be a number, and is "0.5".'],
  [{ policy: { target: 50 } }, 'target is 50; it must be a share'],
  [{ policy: 'balanced' }, 'must be an object, as presets.balanced'],
  [{ policy: { threshold: { share: 0.5 } } }, 'threshold must be an object with share, tokens, messages, turns'],
  [{ state: {} }, 'state is a value of type object; it must be what state() returned earlier, or null (state.'],
  [{ state: '{"version":1}' }, 'state is "{"version":1}"; it must be what state() returned'],
  [{ state: [] }, 'state is a list; it must be'],
  [{ state: { version: 1, folds: [{ type: 'summary' }], messages: 3 } }, 'it must be what state() returned earlier'],
  [{ store: Promise.resolve(openMemory()) }, 'store is a promise; it must be a store, as openMemory()'],
  [{ store: {} }, 'store is a value of type object; it must be a store'],
  [{ conversation: '' }, 'conversation is ""; it must be a text that is not empty'],
  [{ conversation: 42 }, 'conversation is 42; it must be'],
  [{ protected: 3 }, 'protected is 3; it must be a list of message numbers from 1'],
  [{ protected: [0] }, 'protected is a list; it must be a list of message numbers from 1'],
  [{ protected: new Array(1) }, 'protected is a list; it must be a list of message numbers from 1'],
  [{ onCompaction: 'log' }, 'onCompaction is "log"; it must be a function'],
  [{ model: undefined }, 'model is missing; it must be'],
  [{ model: {} }, 'model is a value of type object; it must be'],
  [{ model: 7 }, 'model is 7; it must be'],
  [{ onCompacted: () => {} }, 'There is no option "onCompacted". Did you mean onCompaction?'],
]

describe.each(Object.entries(doors))('%s', (_, open) => {
  test.each(wrong)('L2 %j is refused in a sentence that says what was meant', (options, sentence) => {
    expect(() => open(options)).toThrow(
      expect.objectContaining({ name: 'LonghandError', message: expect.stringContaining(sentence) }),
    )
    if (!('conversation' in options || 'state' in options || 'protected' in options)) return
    const { conversation, ...own } = options
    expect(() => open({}).for(conversation === undefined ? 'a' : (conversation as string), own)).toThrow(/it must be/)
  })

  test('L2 what is left out or undefined is as by default', () => {
    const none = { window: undefined, policy: undefined, store: undefined, state: null, protected: undefined }
    expect(open({ ...none, onEvent: undefined }).status()).toBeNull()
    expect(() => open({ policy: presets.balanced, store: openMemory() })).not.toThrow()
  })
})

test('L2 who writes the summaries is checked too, in the words of the door', () => {
  expect(() => doors['ai-sdk']({ summarizer: null })).toThrow('no option "summarizer". Did you mean summariser?')
  expect(() => doors['ai-sdk']({ summariser: 'gpt'.length })).toThrow(
    'summariser is 3; it must be a model of the AI SDK',
  )
  expect(() => doors.openai({ summarise: 'gpt-5' })).toThrow('summarise is "gpt-5"; it must be a function')
  expect(() => doors.openai({ summaryModel: 4 })).toThrow('summaryModel is 4; it must be')
})

test.each([
  [undefined, 'The options are missing; pass an object with at least the model, as { model }.'],
  [null, 'The options are missing; pass'],
  ['gpt-5', 'The options are "gpt-5"; pass'],
])('L2 %j in place of all options is refused with what to pass', (options, sentence) => {
  for (const open of [aiSdk, openai, anthropic]) expect(() => open(options as never)).toThrow(sentence)
})

const forScreens: UIMessage[] = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]
const forModels: ModelMessage[] = [{ role: 'user', content: 'Hello' }]

test.each([
  ['nothing', undefined, 'messages is missing; it must be a list'],
  ['a text', 'Hello', 'messages is "Hello"; it must be a list'],
  ['one message', forModels[0], 'messages is a value of type object; it must be a list'],
  ['messages for screens', [...forModels, ...forScreens], 'messages[1]: parts is there and content is not'],
  ['a message that is none', [...forModels, null], 'messages[1]: The message is missing; it must be { role, content }'],
  ['a role that is none', [{ role: 'robot', content: 'Hi' }], 'messages[0]: role is "robot"; it must be'],
  ['no content', [{ role: 'user' }], 'messages[0]: content is missing; it must be a text'],
  ['a number', [{ role: 'user', content: 5 }], 'messages[0]: content is 5; it must be a text'],
  ['a part that is none', [{ role: 'user', content: [null] }], 'messages[0]: content[0] is missing; it must be a part'],
  ['a text among parts', [{ role: 'user', content: ['Hi'] }], 'messages[0]: content[0] is "Hi"; it must be a part'],
  ['a part without a type', [{ role: 'user', content: [{ text: 'Hi' }] }], 'content[0] is a value of type object; it'],
])('L2 %s in place of messages is refused by every door, and nothing is stored', async (_, messages, sentence) => {
  for (const open of Object.values(doors)) {
    const context = open({})
    await expect(context.prepare(messages as never)).rejects.toThrow(sentence)
    await expect(context.load(messages as never)).rejects.toThrow(sentence)
    expect(await context.prepare(forModels as never)).toEqual(forModels)
  }
  await expect(doors['ai-sdk']({}).prepareStep({ messages } as never)).rejects.toThrow(sentence)
  expect(() => fromModelMessages(messages as never)).toThrow(sentence)
})

test.each(Object.entries(doors))(
  'L2 %s: what is asked of a conversation without messages is refused with what to do first',
  async (_, open) => {
    const context = open({})
    const asked = [
      ...[() => context.protect(1), () => context.release(1), () => context.compact(), () => context.undo()],
      ...[() => context.redo(), () => context.edit('All is done.'), () => context.trim({ entries: [] } as never)],
    ]
    for (const ask of asked) await expect(ask()).rejects.toThrow('There are no messages yet. Call prepare or load')
    await expect(context.edit(undefined as never)).rejects.toThrow('The summary is missing; it must be a text.')
    await context.load(forModels as never)
    await expect(context.protect(1)).resolves.toBeUndefined()
  },
)

test('L2 messages for screens and for models are told apart in both directions', () => {
  expect(() => fromModelMessages(forScreens as never)).toThrow('await convertToModelMessages(messages)')
  expect(() => fromUIMessages(forModels as never)).toThrow('messages[0]: parts is missing')
  expect(() => fromUIMessages([null] as never)).toThrow('messages[0]: parts is missing')
  expect(() => fromUIMessages('Hello' as never)).toThrow('messages is "Hello"')
})

test('L2 the core says what it was asked with', () => {
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
  const measured = { used: 0, source: 'estimated', breakdown } as const
  const status = windowStatus(measured, { window: 1_000, reserve: 0 })
  const ask = (branch: unknown, policy: unknown, request: unknown) => () =>
    plan(branch as never, policy as never, request as never)
  expect(ask([], classic, { by: 'threshold', status })()).toEqual({ type: 'rest', reason: 'fits' })
  expect(ask(undefined, classic, { by: 'threshold', status })).toThrow(
    'branch is missing; it must be a list, each an entry, as append() returns.',
  )
  expect(ask(new Array(1), classic, { by: 'threshold', status })).toThrow('branch[0] is missing; it must be an entry')
  expect(ask([], { target: 0.4 }, { by: 'threshold', status })).toThrow('start from a preset, as { ...classic')
  expect(ask([], { ...classic, kep: 3 }, { by: 'threshold', status })).toThrow('Did you mean keep?')
  expect(ask([], undefined, { by: 'threshold', status })).toThrow('must be an object')
  expect(ask([], classic, undefined)).toThrow('by is missing; it must be threshold')
  expect(ask([], classic, { by: 'threshold' })).toThrow('status is missing; it must be what windowStatus() returned')
  expect(() => windowStatus(measured, { window: '4000' as never, reserve: 0 })).toThrow('window is "4000"; it must be')
})
