export { type AnthropicContext, type AnthropicUsage, type LonghandOptions, longhand } from './longhand.ts'
