export { type AnthropicContext, type AnthropicOptions, type AnthropicUsage, longhand } from './longhand.ts'
