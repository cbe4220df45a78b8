import { anthropic } from '@ai-sdk/anthropic'
import { type ModelMessage, streamText } from 'ai'
import { longhand } from 'longhand/ai-sdk'

const model = anthropic('claude-sonnet-4-5')
const context = longhand({ model })
export const answer = (chat: string, messages: ModelMessage[]) =>
  streamText({ model, messages, prepareStep: context.for(chat).prepareStep })
