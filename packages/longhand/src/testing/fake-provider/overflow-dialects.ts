import type { Json } from '../../core/json.ts'
import type { WireName } from './wire.ts'

/** How providers say that a request of `used` tokens doesn't fit a window. Wordings as reported by people who met them. */
export const overflowDialects: Readonly<Record<DialectName, Dialect>> = {
  anthropic: (used, window) => ({
    status: 400,
    body: anthropicError(`prompt is too long: ${used} tokens > ${window} maximum`),
  }),
  'anthropic-output': (used, window) => ({
    status: 400,
    body: anthropicError(
      `input length and \`max_tokens\` exceed context limit: ${used} + 8192 > ${window}, decrease input length or \`max_tokens\` and try again`,
    ),
  }),
  'openai-chat': (used, window) => ({
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${used} tokens. Please reduce the length of the messages.`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  }),
  'openai-responses': () => ({
    status: 400,
    body: {
      error: {
        message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    },
  }),
  gemini: (used, window) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: `The input token count (${used}) exceeds the maximum number of tokens allowed (${window}).`,
        status: 'INVALID_ARGUMENT',
      },
    },
  }),
  openrouter: (used, window) => ({
    status: 400,
    body: {
      error: {
        message: `This endpoint's maximum context length is ${window} tokens. However, you requested about ${used} tokens (${used} of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
        code: 400,
      },
    },
  }),
  'llama.cpp': (used, window) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: `request (${used} tokens) exceeds the available context size (${window} tokens), try increasing it`,
        type: 'exceed_context_size_error',
        n_prompt_tokens: used,
        n_ctx: window,
      },
    },
  }),
  ollama: () => ({
    status: 400,
    body: { error: { message: 'prompt too long; exceeded max context length by 812 tokens', type: 'api_error' } },
  }),
  bedrock: () => ({
    status: 400,
    body: { message: 'Input is too long for requested model.' },
  }),
  'bedrock-claude': (used, window) => ({
    status: 400,
    body: {
      message: `The model returned the following errors: prompt is too long: ${used} tokens > ${window} maximum`,
    },
  }),
}

export type Dialect = (used: number, window: number) => { readonly status: number; readonly body: Json }

/** Providers, and the ways in which some of them say it. */
export type DialectName =
  | 'anthropic'
  | 'anthropic-output'
  | 'openai-chat'
  | 'openai-responses'
  | 'gemini'
  | 'openrouter'
  | 'ollama'
  | 'llama.cpp'
  | 'bedrock'
  | 'bedrock-claude'

export const dialectOf = (wire: WireName): Dialect => overflowDialects[wire]

const anthropicError = (message: string): Json => ({ type: 'error', error: { type: 'invalid_request_error', message } })
