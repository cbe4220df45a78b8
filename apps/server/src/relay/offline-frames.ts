import type { UpstreamProtocol } from '../models/upstreams.ts'

export type OfflineUsage = { readonly input: number; readonly output: number }

type Asked = { readonly protocol: UpstreamProtocol; readonly model: string }

/** The events of an answer that comes word by word. */
export type OfflineFrames = {
  readonly start: string
  readonly word: (text: string) => string
  readonly end: (usage: OfflineUsage) => string
}

export const offlineFrames = (asked: Asked): OfflineFrames => framesOf[asked.protocol](asked)

export const offlineWhole = (asked: Asked, text: string, usage: OfflineUsage): object =>
  wholeOf[asked.protocol](asked, text, usage)

const framesOf: Readonly<Record<UpstreamProtocol, (asked: Asked) => OfflineFrames>> = {
  anthropic: anthropicFrames,
  'openai-chat': chatFrames,
  'openai-responses': responsesFrames,
}

type Whole = (asked: Asked, text: string, usage: OfflineUsage) => object

const wholeOf: Readonly<Record<UpstreamProtocol, Whole>> = {
  anthropic: (asked, text, usage) => ({
    ...anthropicHead(asked),
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: anthropicUsage(usage),
  }),
  'openai-chat': (asked, text, usage) => ({
    ...chatHead(asked, 'chat.completion'),
    choices: [
      {
        ...{ index: 0, logprobs: null, finish_reason: 'stop' },
        message: { role: 'assistant', content: text, refusal: null },
      },
    ],
    usage: chatUsage(usage),
  }),
  'openai-responses': (asked, text, usage) => responsesEnd(responsesHead(asked), text, usage),
}

const anthropicHead = ({ model }: Asked) => ({
  id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

const anthropicUsage = ({ input, output }: OfflineUsage) => ({
  input_tokens: input,
  output_tokens: output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
})

function anthropicFrames(asked: Asked): OfflineFrames {
  const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  const message = {
    ...anthropicHead(asked),
    content: [],
    stop_reason: null,
    usage: anthropicUsage({ input: 0, output: 0 }),
  }
  return {
    start:
      event('message_start', { message }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    word: text => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    end: usage =>
      event('content_block_stop', { index: 0 }) +
      event('message_delta', {
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: anthropicUsage(usage),
      }) +
      event('message_stop', {}),
  }
}

const chatHead = ({ model }: Asked, object: string) => ({
  id: `chatcmpl-${crypto.randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
})

const chatUsage = ({ input, output }: OfflineUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

function chatFrames(asked: Asked): OfflineFrames {
  const head = chatHead(asked, 'chat.completion.chunk')
  const chunk = (fields: object) => `data: ${JSON.stringify({ ...head, ...fields })}\n\n`
  const choice = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  return {
    start: choice({ role: 'assistant', content: '' }),
    word: text => choice({ content: text }),
    end: usage => `${choice({}, 'stop')}${chunk({ choices: [], usage: chatUsage(usage) })}data: [DONE]\n\n`,
  }
}

const responsesHead = ({ model }: Asked) => ({
  id: `resp_${crypto.randomUUID().replaceAll('-', '')}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  model,
  error: null,
  incomplete_details: null,
  instructions: null,
  tools: [],
  parallel_tool_calls: true,
  tool_choice: 'auto',
})

type ResponsesHead = ReturnType<typeof responsesHead>

const responsesItem = ({ id }: ResponsesHead, text: string) => ({
  id: id.replace('resp_', 'msg_'),
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const responsesEnd = (head: ResponsesHead, text: string, { input, output }: OfflineUsage) => ({
  ...head,
  status: 'completed',
  output: [responsesItem(head, text)],
  usage: {
    ...{ input_tokens: input, output_tokens: output, total_tokens: input + output },
    ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  },
})

function responsesFrames(asked: Asked): OfflineFrames {
  const head = responsesHead(asked)
  const item = responsesItem(head, '')
  const place = { item_id: item.id, output_index: 0, content_index: 0 }
  let sequence = 0
  let text = ''
  const event = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`
  const begun = { ...head, status: 'in_progress', output: [], usage: null }
  return {
    start:
      event('response.created', { response: begun }) +
      event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }) +
      event('response.content_part.added', { ...place, part: item.content[0] }),
    word(word) {
      text += word
      return event('response.output_text.delta', { ...place, delta: word, logprobs: [] })
    },
    end: usage => {
      const said = responsesItem(head, text)
      return (
        event('response.output_text.done', { ...place, text, logprobs: [] }) +
        event('response.content_part.done', { ...place, part: said.content[0] }) +
        event('response.output_item.done', { output_index: 0, item: said }) +
        event('response.completed', { response: responsesEnd(head, text, usage) })
      )
    },
  }
}
