import { anthropic } from '@ai-sdk/anthropic'
import { type ModelMessage, streamText } from 'ai'
import { longhand } from 'longhand/ai-sdk'

const model = anthropic('claude-sonnet-4-5')
const { prepareStep, onStepEnd } = longhand({ model }) // one for each conversation
export const answer = (messages: ModelMessage[]) => streamText({ model, messages, prepareStep, onStepEnd })
