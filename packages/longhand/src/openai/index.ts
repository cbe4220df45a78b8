export { type LonghandOptions, longhand, type OpenAIContext, type OpenAIUsage } from './longhand.ts'
