// The public names of the client: what a screen needs to speak with a Longhand server.
export { acceptPreview } from './accept-preview.ts'
export { type Answer, type AnswerCall, type AnswerPart, wordsOf } from './answer.ts'
export { type Api, createApi, type Wire } from './api.ts'
export { answerBlocks, type Block, blocksOf, type Call } from './blocks.ts'
export { type Chunk, parseChunk } from './chunk.ts'
export { type CommandMenu, commandMenu, completed, moveChoice, standsAlone } from './command-menu.ts'
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
} from './contract.ts'
export { type Drafts, draftsOf, type Shelf } from './drafts.ts'
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
} from './figures.ts'
export { Following, type Surroundings } from './follow.ts'
export { type Glance, glanceAt } from './glance.ts'
export { listenLive } from './live.ts'
export { type Card, type Divider, type Row, rowOf, rowsOf } from './rows.ts'
export {
  blankScreen,
  isBehind,
  nextScreen,
  type Outgoing,
  type Screen,
  type ScreenEvent,
  shownStatus,
  shownTitle,
} from './screen.ts'
export { shownStrip } from './show-strip.ts'
export { readEvents } from './sse.ts'
export { compactStrip, type Strip, type StripAction, strips } from './strip.ts'
export { type SummaryItem, type SummarySection, summarySections } from './summary-items.ts'
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
} from './texts.ts'
export { titleFrom, untitled } from './title.ts'
