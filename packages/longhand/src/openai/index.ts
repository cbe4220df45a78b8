export { longhand, type OpenAIContext, type OpenAIOptions, type OpenAIUsage } from './longhand.ts'
