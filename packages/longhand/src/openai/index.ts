export type { CompactResult } from '../history/compact-result.ts'
export type { CompactionState } from '../history/compaction-state.ts'
export { longhand, type OpenAIContext, type OpenAIOptions, type OpenAIUsage } from './longhand.ts'
