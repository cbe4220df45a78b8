export type { CompactResult } from '../history/compact-result.ts'
export type { CompactionState } from '../history/compaction-state.ts'
export { type AnthropicContext, type AnthropicOptions, type AnthropicUsage, longhand } from './longhand.ts'
