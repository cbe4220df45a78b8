import type { Json } from '../../core/json.ts'
import { type Answer, type Ending, pieces, type Said } from './answer.ts'
import { type ChatMessage, type ChatRequest, chatProblem } from './check-openai-chat.ts'
import { openaiFailure } from './openai-failure.ts'
import { event, type Wire, type WireContext, type WireTurn } from './wire.ts'

/** OpenAI chat completions: `POST /v1/chat/completions`. Also what Ollama, vLLM, LM Studio and OpenRouter speak. */
export const openaiChatWire: Wire = {
  name: 'openai-chat',
  serves: path => path.endsWith('/chat/completions'),
  read: body => {
    const { model, stream, messages = [], tools } = body as unknown as ChatRequest
    const isSystem = ({ role }: ChatMessage) => role === 'system' || role === 'developer'
    return {
      model,
      stream: stream ?? false,
      system: messages.filter(isSystem).map(textOf).join('\n'),
      turns: messages.filter(message => !isSystem(message)).map(spoken),
      tools: (tools ?? []).map(tool => tool.function.name),
    }
  },
  problem: body => chatProblem(body as unknown as ChatRequest),
  frames,
  whole: (answer, about) => ({
    ...head(about, 'chat.completion'),
    choices: [{ index: 0, message: message(answer), finish_reason: finishReasons[answer.ending] }],
    usage: usage(about),
  }),
  failure: openaiFailure,
}

const spoken = (message: ChatMessage): WireTurn => ({ role: message.role as WireTurn['role'], text: textOf(message) })

const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(part => part.text ?? '').join('\n')

function frames(answer: Answer, about: WireContext): readonly string[] {
  const chunk = (delta: Json, finish: string | null = null) =>
    event({ ...head(about, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] })
  const said = [chunk({ role: 'assistant', content: '' }), ...deltas(answer).map(delta => chunk(delta))]
  if (answer.breaks !== undefined) {
    return [
      ...said,
      event(openaiFailure(answer.breaks, 'The server is currently overloaded.').body),
      'data: [DONE]\n\n',
    ]
  }
  const tail = { ...head(about, 'chat.completion.chunk'), choices: [], usage: usage(about) }
  return [...said, chunk({}, finishReasons[answer.ending]), event(tail), 'data: [DONE]\n\n']
}

function deltas({ says, ending }: Answer): readonly Json[] {
  const calls = says.filter(said => said.type === 'call')
  return says.flatMap((said): readonly Json[] => {
    if (said.type === 'reasoning') return pieces(said.text).map(thoughts)
    if (said.type === 'text')
      return pieces(said.text).map(text => (ending === 'refusal' ? { refusal: text } : { content: text }))
    const at = { index: calls.indexOf(said) }
    const opened = { ...at, id: said.id, type: 'function', function: { name: said.name, arguments: '' } }
    return [{ tool_calls: [opened] }, { tool_calls: [{ ...at, function: { arguments: JSON.stringify(said.input) } }] }]
  })
}

function message({ says, ending }: Answer): Json {
  const text = textSaid(says, 'text')
  const calls = says.flatMap(said => (said.type === 'call' ? [said] : []))
  const reasoning = textSaid(says, 'reasoning')
  return {
    role: 'assistant',
    content: ending === 'refusal' || (text === '' && calls.length > 0) ? null : text,
    ...(ending === 'refusal' ? { refusal: text } : {}),
    ...(reasoning === '' ? {} : thoughts(reasoning)),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, input }) => ({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        }),
  }
}

/** Reasoning is no part of OpenAI's own protocol; local servers and OpenRouter add it under these names. */
const thoughts = (text: string) => ({ reasoning_content: text, reasoning: text })

const textSaid = (says: readonly Said[], type: 'text' | 'reasoning'): string =>
  says.flatMap(said => (said.type === type ? [said.text] : [])).join('')

const head = ({ model, index }: WireContext, object: string) => ({
  id: `chatcmpl_fake_${index}`,
  object,
  created: 1,
  model,
})

const usage = ({ usage: { input, output, cacheRead, reasoning } }: WireContext) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cacheRead },
  completion_tokens_details: { reasoning_tokens: reasoning },
})

const finishReasons: Readonly<Record<Ending, string>> = {
  stop: 'stop',
  length: 'length',
  calls: 'tool_calls',
  refusal: 'stop',
  filtered: 'content_filter',
}
