import { anthropic } from '@ai-sdk/anthropic'
import { wrapLanguageModel } from 'ai'
import { longhand } from 'longhand/ai-sdk'

const bare = anthropic('claude-sonnet-4-5')
const context = longhand({ model: bare })
export const modelFor = (chat: string) => wrapLanguageModel({ model: bare, middleware: context.for(chat).middleware })
