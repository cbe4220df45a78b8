// What only our own programs use of this room: a door of the workspace, which is not published.

export type { CompactionProgress } from '../core/answer-parts.ts'
export { type Chunk, parseChunk } from './api/chunk.ts'
export type { ClientWindowRow } from './api/client-window-contract.ts'
export type { CompactRequest, CompactResponse, RevertResponse } from './api/compaction-contract.ts'
export type { ConnectionRequest, ConnectionTestResult, LocalServerRow } from './api/connection-contract.ts'
export {
  type BranchRow,
  type CalibrationRow,
  type CheckpointRow,
  type CommandResponse,
  type CreateConversationRequest,
  type DeletedRow,
  type MemoryRow,
  type ModelRow,
  maxMessageBytes,
  type ProjectRow,
  type ProviderRow,
  type ProviderTestResult,
  type Receipt,
  type RecoveryOffer,
  type RecoveryRow,
  runHeader,
  type SearchHit,
  type Settings,
} from './api/contract.ts'
export { maxNameLength } from './api/max-name-length.ts'
export type { ProjectFileRow } from './api/project-contract.ts'
export { readEvents } from './api/sse.ts'
export type { ToolDefinition, ToolServerRow } from './api/tool-contract.ts'
export type { UsageResponse } from './api/usage-contract.ts'
export { acceptPreview } from './screen/accept-preview.ts'
export type { StreamingAnswer } from './screen/answer.ts'
export { answerBlocks, type Block, messageBlocks, type ToolCallBlock } from './screen/blocks.ts'
export { type CommandMenu, commandMenu, completion, moveSelection, needsNoArgument } from './screen/command-menu.ts'
export { ConversationSync } from './screen/conversation-sync.ts'
export { currentStatusLine } from './screen/current-status-line.ts'
export { createDrafts, type DraftStorage, type Drafts } from './screen/drafts.ts'
export { isUnanswered } from './screen/is-unanswered.ts'
export { type LoadedConversation, loadConversation } from './screen/load-conversation.ts'
export { buildRows, type Card, type Divider, type Row } from './screen/rows.ts'
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
export { type StatusLine, type StatusLineAction, statusLines } from './screen/status-line.ts'
export { type ClientLine, clientLines } from './text/client-lines.ts'
export { type ClientWindowLine, clientWindowLines } from './text/client-window-lines.ts'
export {
  formatDuration,
  formatElapsed,
  formatMessageNumbers,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrecisePercent,
  formatTime,
  formatWhen,
  pluralize,
} from './text/format.ts'
export { type SummaryItem, sectionLabels, summarySections } from './text/summary-items.ts'
export {
  condensesAt,
  dividerMeta,
  dividerTitle,
  formatRetention,
  modelName,
  noCheckpointCalled,
  nowUsing,
  offlineModel,
  protectedLabel,
  recoveryPlace,
  recoveryTitle,
  retainedLabel,
  texts,
  toSingleLine,
  trimmedForTheModel,
  unfoldedLabel,
  windowLabel,
} from './text/texts.ts'
export { titleFromText, untitled } from './text/title.ts'
export { archiveHeadBytes, archiveParts, checkArchive, isArchive } from './transfer/archive-parts.ts'
export type { ReadableFile } from './transfer/zip.ts'
