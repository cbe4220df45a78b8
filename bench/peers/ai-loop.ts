import type * as AiSdk from 'ai'
import type { LanguageModel, LanguageModelUsage, ModelMessage, ToolSet } from 'ai'
import type { RecordedMessage } from '../../evals/corpus.ts'
import type { Agent, Session } from './adapter.ts'

export type AiLoopOptions = {
  /** The library's own copy of the AI SDK. */
  readonly ai: typeof AiSdk
  readonly model: LanguageModel
  readonly session: Session
  /** What a library adds: it is given all messages and says which to send. */
  readonly prepare: (messages: readonly ModelMessage[]) => readonly ModelMessage[] | Promise<readonly ModelMessage[]>
  readonly after?: (step: { readonly usage: LanguageModelUsage }) => Promise<void> | void
}

/** The loop of an app on the AI SDK, one call at a time, so that it can go on after an error. */
export function aiLoop({ ai, model, session, prepare, after = () => {} }: AiLoopOptions): Agent {
  const messages: ModelMessage[] = []
  const inputSchema = ai.jsonSchema({ type: 'object', properties: {}, additionalProperties: true })
  const tools: ToolSet = Object.fromEntries(
    session.tools.map(name => [name, ai.tool({ description: name, inputSchema })]),
  )
  async function answer(): Promise<void> {
    for (;;) {
      const { toolCalls, response, usage } = await ai.generateText({
        ...{ model, tools, instructions: session.system, maxRetries: 0, stopWhen: ai.isStepCount(1) },
        messages: [...(await prepare(messages))],
      })
      messages.push(...response.messages)
      await after({ usage })
      if (toolCalls.length === 0) return
      const content = toolCalls.map(call => resultPart(call, session.result(call.toolCallId)))
      messages.push({ role: 'tool', content })
    }
  }
  return {
    say: text => {
      messages.push({ role: 'user', content: text })
      return answer()
    },
    resume: answer,
    history: () => messages.flatMap(textsOf),
    fill: many => void messages.push(...many.map(modelMessage)),
  }
}

type Called = { readonly toolCallId: string; readonly toolName: string }

const resultPart = ({ toolCallId, toolName }: Called, value: string) =>
  ({ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }) as const

function textsOf({ content }: ModelMessage): readonly string[] {
  if (typeof content === 'string') return [content]
  return content.map(part => {
    if (part.type === 'text') return part.text
    return part.type === 'tool-result' && part.output.type === 'text' ? part.output.value : JSON.stringify(part)
  })
}

function modelMessage({ role, content, toolCalls = [], toolCallId = '' }: RecordedMessage): ModelMessage {
  if (role === 'tool') return { role, content: [resultPart({ toolCallId, toolName: 'Read' }, content)] }
  if (role !== 'assistant') return { role, content }
  const calls = toolCalls.map(
    ({ id, name, args }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: args }) as const,
  )
  return { role, content: [...(content === '' ? [] : [{ type: 'text', text: content } as const]), ...calls] }
}
