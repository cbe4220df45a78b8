import { anthropic } from '@ai-sdk/anthropic'
import { isStepCount, type ModelMessage, ToolLoopAgent } from 'ai'
import { longhand } from 'longhand/ai-sdk'

const model = anthropic('claude-sonnet-4-5')
const context = longhand({
  model,
  deadlineMs: 20_000, // nobody waits longer for a summary; 30 seconds when left out
  onError: error => console.warn(error), // what failed while nobody waited for it
})

export async function answer(chat: string, messages: ModelMessage[], signal: AbortSignal) {
  const { prepareStep } = context.for(chat)
  const agent = new ToolLoopAgent({ model, prepareStep, stopWhen: isStepCount(20) })
  return agent.generate({ messages, abortSignal: signal })
}

// What an app keeps beside its messages instead of using a store:
const saved = JSON.stringify(context.for('chat-42').state())
const again = longhand({ model }).for('chat-42', { state: JSON.parse(saved) })
console.log(again.state()?.version)
