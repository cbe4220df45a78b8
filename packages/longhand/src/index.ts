// The public names of the core: values and pure functions, the same in server, terminal and browser.
export { append, type Branch, inForce, messagesOf, place, shorten } from './core/branch.ts'
export { checkBranch } from './core/check-branch.ts'
export { checkMessage } from './core/check-message.ts'
export { type Command, commands, type Mistake, parseCommand } from './core/command.ts'
export { type Comparison, compare } from './core/compare.ts'
export { defuseTag } from './core/defuse-tag.ts'
export type {
  CompactionEntry,
  Draft,
  Entry,
  MessageEntry,
  ProtectionEntry,
  RedoEntry,
  UndoEntry,
} from './core/entry.ts'
export { type ErrorCode, errorCodes, LonghandError } from './core/errors.ts'
export type { Blank, Fold, TextFold, TrimFold } from './core/fold.ts'
export { type GateReason, gateReasons } from './core/gate-reason.ts'
export { hiddenBy } from './core/hidden-by.ts'
export type { Json } from './core/json.ts'
export { type Landmark, landmark, landmarkTags } from './core/landmark.ts'
export {
  assistant,
  callsOf,
  type Message,
  outputText,
  type Part,
  type Role,
  resultsOf,
  textOf,
  user,
} from './core/message.ts'
export { costOf, type Prices } from './core/money.ts'
export { nearest } from './core/nearest.ts'
export { type Ask, type Choice, compaction, type Plan, plan, type RestReason } from './core/plan.ts'
export { checkPolicy, classic, type Keep, type Policy, type PresetName, presets } from './core/policy.ts'
export { protectedCost, protection, type Shield, shields } from './core/protect.ts'
export type { Receipt } from './core/receipt.ts'
export { onSchedule, type Schedule } from './core/schedule.ts'
export type { Span } from './core/span.ts'
export { reached, type Threshold, thresholdTokens } from './core/threshold.ts'
export { trim } from './core/trim.ts'
export { edit, redo, undo } from './core/undo.ts'
export { modelMessages, type View, type ViewMessage, view } from './core/view.ts'
export {
  type Breakdown,
  type Level,
  limitOf,
  type Measure,
  type Room,
  type Source,
  type Status,
  windowStatus,
} from './core/window.ts'
export { redact } from './facts/redact.ts'
