// The public names of the client: what a screen needs to speak with a Longhand server.

export { type Api, createApi, type Wire } from './api/api.ts'
export { type Chunk, parseChunk } from './api/chunk.ts'
export {
  type BranchRow,
  type CheckpointRow,
  type CommandAnswer,
  type CompactAnswer,
  type CompactionProgress,
  type CompactRequest,
  type ConversationChange,
  type ConversationRow,
  type ConversationState,
  type EntryPage,
  type Failure,
  type LearntRow,
  type MemoryRow,
  type ModelRow,
  type NewConversation,
  type Notice,
  type ProjectRow,
  type ProviderRow,
  type ProviderTry,
  type Receipt,
  type Recovery,
  runHeader,
  type SearchHit,
  type SendRequest,
  type Settings,
  type ShownEntry,
  type ToolServerRow,
  type ViewAnswer,
} from './api/contract.ts'
export { listenLive } from './api/live-feed.ts'
export { readEvents } from './api/sse.ts'
export { acceptPreview } from './screen/accept-preview.ts'
export { type Answer, type AnswerCall, type AnswerPart, wordsOf } from './screen/answer.ts'
export { answerBlocks, type Block, blocksOf, type Call } from './screen/blocks.ts'
export { type CommandMenu, commandMenu, completed, moveChoice, standsAlone } from './screen/command-menu.ts'
export { Following, type Surroundings } from './screen/conversation-sync.ts'
export { shownStrip } from './screen/current-status-line.ts'
export { type Drafts, draftsOf, type Shelf } from './screen/drafts.ts'
export { type Glance, glanceAt } from './screen/load-conversation.ts'
export { type Card, type Divider, type Row, rowOf, rowsOf } from './screen/rows.ts'
export {
  blankScreen,
  isBehind,
  nextScreen,
  type Outgoing,
  type Screen,
  type ScreenEvent,
  shownStatus,
  shownTitle,
} from './screen/screen.ts'
export { compactStrip, type Strip, type StripAction, strips } from './screen/status-line.ts'
export {
  clock,
  duration,
  elapsed,
  finePercent,
  grouped,
  money,
  paragraphs,
  percent,
  plural,
  price,
  when,
} from './text/format.ts'
export { type SummaryItem, type SummarySection, summarySections } from './text/summary-items.ts'
export {
  barLabel,
  barSpoken,
  checkpointMeta,
  condensesAt,
  dividerMeta,
  dividerTitle,
  levelSpoken,
  modelName,
  recoveryTitle,
  retentionOf,
  rowMeta,
  texts,
  triggers,
} from './text/texts.ts'
export { titleFrom, untitled } from './text/title.ts'
