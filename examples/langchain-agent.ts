// An agent of LangChain's whose state keeps every message and whose model never outgrows its window. The lines marked ← are all that Longhand adds.
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { longhandMiddleware } from 'longhand/langchain' // ←

// A model with a script, so that the example needs no key: new ChatOpenAI({ model: 'gpt-5.1' }), …
const model = new FakeListChatModel({ responses: [`Noted. ${'I will keep it in mind, as you asked. '.repeat(12)}`] })
// ← A small window, to see it at work. A real model says its own name and needs no options at all.
const context = longhandMiddleware({ model: 'scripted', summariser: null, window: 4_000 })
const agent = createAgent({ model, middleware: [context], checkpointer: new MemorySaver() }) // ←

const chat = { configurable: { thread_id: 'chat-42' } }
for (let turn = 1; turn <= 40; turn++) {
  const content = `Note ${turn}: the timeout of service-${turn} is ${turn * 10} ms.`
  await agent.invoke({ messages: [{ role: 'user', content }] }, chat)
}

const { messages } = (await agent.graph.getState(chat)).values
const { view, receipts, status } = context.for('chat-42')
console.log(`The state holds ${messages.length} messages, the model read ${view().length}.`)
console.log(`${(await receipts()).length} compactions; ${status()?.used} of 4,000 tokens are used.`)
