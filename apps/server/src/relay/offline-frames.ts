import type { UpstreamProtocol } from '../models/upstreams.ts'

export type OfflineUsage = { readonly input: number; readonly output: number }

type Asked = { readonly protocol: UpstreamProtocol; readonly model: string }

/** The events of an answer that comes word by word. */
export type OfflineFrames = {
  readonly start: string
  readonly word: (text: string) => string
  readonly end: (usage: OfflineUsage) => string
}

export const offlineFrames = (asked: Asked): OfflineFrames =>
  asked.protocol === 'anthropic' ? anthropicFrames(asked) : chatFrames(asked)

export const offlineWhole = (asked: Asked, text: string, usage: OfflineUsage): object =>
  asked.protocol === 'anthropic'
    ? {
        ...anthropicHead(asked),
        content: [{ type: 'text', text }],
        stop_reason: 'end_turn',
        usage: anthropicUsage(usage),
      }
    : {
        ...chatHead(asked, 'chat.completion'),
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: text, refusal: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: chatUsage(usage),
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
