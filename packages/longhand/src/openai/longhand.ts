import { partsOfOthers } from '../history/check-source.ts'
import {
  type ListFormat,
  type MessageListContext,
  type MessageListOptions,
  messageListContext,
} from '../history/message-list.ts'
import { createOpenAIReader, toOpenAIChat } from '../wire/openai-chat.ts'

/** The model, how a summary is asked for, and how the conversation is compacted. */
export type OpenAIOptions = MessageListOptions<OpenAIUsage>

/** What OpenAI's chat completions, and everyone who copied them, report. */
export type OpenAIUsage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | undefined } | null | undefined
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | undefined } | null | undefined
}

/** A list of OpenAI chat messages that is kept within its model's window. */
export type OpenAIContext<Message> = MessageListContext<Message, OpenAIUsage>

/** Keeps a list of OpenAI chat messages within its model's window. */
export const longhand = <Message extends { role: string }>(options: OpenAIOptions): OpenAIContext<Message> =>
  messageListContext<Message, OpenAIUsage>(options, {
    form,
    createReader: createOpenAIReader as () => (message: Message) => ReturnType<ReturnType<typeof createOpenAIReader>>,
    write: messages => toOpenAIChat(messages) as readonly unknown[] as readonly Message[],
    readUsage: ({ prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details }) => ({
      input: prompt_tokens,
      output: completion_tokens,
      cacheRead: prompt_tokens_details?.cached_tokens ?? 0,
      cacheWrite: 0,
      reasoning: completion_tokens_details?.reasoning_tokens ?? 0,
    }),
  })

const form: ListFormat<never, never>['form'] = {
  usage: '{ prompt_tokens, completion_tokens }',
  others: partsOfOthers('openai'),
  roles: ['system', 'developer', 'user', 'assistant', 'tool'],
  forScreens: 'Send messages in OpenAI’s format: { role, content }.',
}
