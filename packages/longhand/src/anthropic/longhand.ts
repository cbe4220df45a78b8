import { partsOfOthers } from '../history/check-source.ts'
import {
  type ListFormat,
  type MessageListContext,
  type MessageListOptions,
  messageListContext,
} from '../history/message-list.ts'
import { createAnthropicReader, toAnthropic } from '../wire/anthropic.ts'

/** The model, how a summary is asked for, and how the conversation is compacted. */
export type AnthropicOptions = MessageListOptions<AnthropicUsage>

/** What Anthropic's messages report: `input_tokens` leaves out what its cache was read or written for. */
export type AnthropicUsage = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens?: number | null | undefined
  readonly cache_creation_input_tokens?: number | null | undefined
}

/** A list of Anthropic messages that is kept within its model's window. */
export type AnthropicContext<Message> = MessageListContext<Message, AnthropicUsage>

/** Keeps a list of Anthropic messages within its model's window. The system prompt stays yours: count it as `overhead`. */
export const longhand = <Message extends { role: string }>(options: AnthropicOptions): AnthropicContext<Message> =>
  messageListContext<Message, AnthropicUsage>(options, {
    form,
    createReader: createAnthropicReader as () => (
      message: Message,
    ) => ReturnType<ReturnType<typeof createAnthropicReader>>,
    write: messages => toAnthropic(messages).messages as readonly unknown[] as readonly Message[],
    readUsage: ({ input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens }) => {
      const [cacheRead, cacheWrite] = [cache_read_input_tokens ?? 0, cache_creation_input_tokens ?? 0]
      return {
        input: input_tokens + cacheRead + cacheWrite,
        output: output_tokens,
        cacheRead,
        cacheWrite,
        reasoning: 0,
      }
    },
  })

const form: ListFormat<never, never>['form'] = {
  usage: '{ input_tokens, output_tokens }',
  others: partsOfOthers('anthropic'),
  roles: ['user', 'assistant', 'system'],
  forScreens: 'Send messages in Anthropic’s format: { role, content }.',
}
