import type { BranchState } from './branch-lines.ts'
import type { Reading } from './reader-lines.ts'
import type { TimelineState } from './timeline-state.ts'

/** What can lie in front of a chat. */
export type Page =
  | { readonly type: 'reading'; readonly reading: Reading; readonly from: 'top' | 'end'; readonly acts: Acts }
  | { readonly type: 'timeline'; readonly state: TimelineState }
  | { readonly type: 'branches'; readonly state: BranchState }

/** What the keys of a page do, beside scrolling. */
export type Acts = Readonly<Record<string, () => void>>

export const reading = (page: Reading, acts: Acts = {}): Page => ({ type: 'reading', reading: page, from: 'top', acts })
