// The public names of the client: what a screen needs to speak with a Longhand server.

export { type Api, type ApiOptions, createApi } from './api/api.ts'
export { type Chunk, parseChunk } from './api/chunk.ts'
export {
  type BranchRow,
  type CalibrationRow,
  type CheckpointRow,
  type CommandResponse,
  type CompactionProgress,
  type CompactRequest,
  type CompactResponse,
  type ConversationRow,
  type ConversationState,
  type CreateConversationRequest,
  type DisplayEntry,
  type EntriesResponse,
  type ErrorResponse,
  type LiveNotice,
  type MemoryRow,
  type ModelRow,
  type ProjectRow,
  type ProviderRow,
  type ProviderTestResult,
  type Receipt,
  type RecoveryRow,
  runHeader,
  type SearchHit,
  type SendRequest,
  type Settings,
  type ToolServerRow,
  type UpdateConversationRequest,
  type ViewResponse,
} from './api/contract.ts'
export { subscribeToLiveFeed } from './api/live-feed.ts'
export { readEvents } from './api/sse.ts'
export { acceptPreview } from './screen/accept-preview.ts'
export { type AnswerCall, type AnswerPart, countWords, type StreamingAnswer } from './screen/answer.ts'
export { answerBlocks, type Block, messageBlocks, type ToolCallBlock } from './screen/blocks.ts'
export { type CommandMenu, commandMenu, completion, moveSelection, needsNoArgument } from './screen/command-menu.ts'
export { ConversationSync, type SyncDeps } from './screen/conversation-sync.ts'
export { currentStatusLine } from './screen/current-status-line.ts'
export { createDrafts, type DraftStorage, type Drafts } from './screen/drafts.ts'
export { type LoadedConversation, loadConversation } from './screen/load-conversation.ts'
export { buildRows, type Card, type Divider, findRowIndex, type Row } from './screen/rows.ts'
export {
  displayStatus,
  displayTitle,
  initialScreen,
  isOutdated,
  type OutgoingMessage,
  reduceScreen,
  type ScreenEvent,
  type ScreenState,
} from './screen/screen.ts'
export { compactStatusLine, type StatusLine, type StatusLineAction, statusLines } from './screen/status-line.ts'
export {
  formatDuration,
  formatElapsed,
  formatMessageNumbers,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrecisePercent,
  formatPrice,
  formatTime,
  formatWhen,
  pluralize,
} from './text/format.ts'
export { type SummaryItem, type SummarySection, summarySections } from './text/summary-items.ts'
export {
  checkpointMeta,
  condensesAt,
  conversationMeta,
  dividerMeta,
  dividerTitle,
  formatRetention,
  levelAnnouncements,
  modelName,
  recoveryTitle,
  texts,
  triggerLabels,
  windowAriaText,
  windowLabel,
} from './text/texts.ts'
export { titleFromText, untitled } from './text/title.ts'
