import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'
import { longhandMiddleware } from 'longhand/langchain'

const context = longhandMiddleware()
const agent = createAgent({ model: new ChatOpenAI({ model: 'gpt-5.1' }), middleware: [context] })

const chat = { configurable: { thread_id: 'chat-42' } }
await agent.invoke({ messages: [{ role: 'user', content: 'Never log card numbers.' }] }, chat)
await context.for('chat-42').protect(1)
