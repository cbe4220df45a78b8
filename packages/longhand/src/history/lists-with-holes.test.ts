import { expect, test } from 'vitest'
import { fromModelMessages, toModelMessages } from '../ai-sdk/convert/convert.ts'
import { fromUIMessages, toUIMessages } from '../ai-sdk/convert/ui.ts'
import { longhand as aiSdk } from '../ai-sdk/longhand.ts'
import { longhand as anthropic } from '../anthropic/longhand.ts'
import { append } from '../core/branch.ts'
import { errorCodes, LonghandError } from '../core/errors.ts'
import { user } from '../core/message.ts'
import { compaction, plan } from '../core/plan.ts'
import { classic } from '../core/policy.ts'
import { protection } from '../core/protect.ts'
import { edit, redo, undo } from '../core/undo.ts'
import { view } from '../core/view.ts'
import { longhandMiddleware } from '../langchain/middleware.ts'
import { longhandProcessor } from '../mastra/processor.ts'
import { createQuotingModel } from '../offline/quoting-model.ts'
import { longhand as openai } from '../openai/longhand.ts'
import { longhandSession } from '../openai-agents/session.ts'
import { openMemory } from '../stores/memory/open.ts'
import { toAnthropic } from '../wire/anthropic.ts'
import { toLonghand } from '../wire/longhand.ts'
import { toOpenAIChat } from '../wire/openai-chat.ts'

type Door = (list: never) => unknown

const message = user('Hello')
const draft = { type: 'message', message, count: 1 } as const
const [entry] = append([], draft, 'a')
const said = { role: 'user', content: 'Hello' }
const onScreen = { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }
const model = 'gpt-5-mini'
const anyId = '00000000-0000-4000-8000-000000000000'
const agentsSession = () => longhandSession({ model })

const doors: readonly (readonly [string, unknown, Door])[] = [
  ['plan', entry, branch => plan(branch, classic, { by: 'threshold' } as never)],
  ['view', entry, view],
  ['append', entry, branch => append(branch, draft, 'b')],
  ['edit', entry, branch => edit(branch, 'Hello', 1)],
  ['undo', entry, undo],
  ['redo', entry, redo],
  ['protection', entry, branch => protection(branch, 1, 'protect')],
  ['compaction', entry, branch => compaction(branch, { carried: [] } as never, [])],
  ['toAnthropic', message, toAnthropic],
  ['toOpenAIChat', message, toOpenAIChat],
  ['toLonghand', message, messages => toLonghand(messages)],
  ['toModelMessages', message, toModelMessages],
  ['fromModelMessages', said, fromModelMessages],
  ['toUIMessages', { id: 'a', message }, toUIMessages],
  ['fromUIMessages', onScreen, fromUIMessages],
  ['ai-sdk prepare', said, list => aiSdk({ model: createQuotingModel(), summariser: null }).prepare(list)],
  ['openai prepare', said, list => openai({ model }).prepare(list)],
  ['openai load', said, list => openai({ model }).load(list)],
  ['anthropic prepare', said, list => anthropic({ model: 'claude-sonnet-4-5' }).prepare(list)],
  [
    'langchain wrapModelCall',
    { type: 'human', content: 'Hello' },
    messages => longhandMiddleware({ model }).wrapModelCall({ model: {}, messages }, () => ({})),
  ],
  [
    'mastra processLLMRequest',
    said,
    prompt => longhandProcessor().processLLMRequest({ prompt, model: { modelId: model }, state: {} }),
  ],
  [
    'openai-agents callModelInputFilter',
    said,
    async input => (await agentsSession()).callModelInputFilter({ modelData: { input } } as never),
  ],
  ['openai-agents addItems', said, async items => (await agentsSession()).addItems(items)],
  [
    'a store',
    { ...draft, id: 'a' },
    async entries => {
      const store = openMemory().as(anyId)
      await store.conversations.create({ id: anyId })
      return store.entries.append(anyId, entries)
    },
  ],
]

test.each(doors)('F6 %s refuses a list with a hole and names the place', async (_, item, door) => {
  const list = [item]
  list.length = 2
  const refused = await (async () => door(list as never))().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(LonghandError)
  expect(errorCodes).toContain((refused as LonghandError).code)
  expect((refused as LonghandError).message).toMatch(/^\w+\[1\].* is missing; (it must be|UI messages have) /)
})
