import type { BranchState } from './branch-lines.ts'
import type { ReaderContent } from './reader-lines.ts'
import type { TimelineState } from './timeline-state.ts'

/** A page in front of a chat. */
export type Page =
  | {
      readonly type: 'reading'
      readonly reading: ReaderContent
      readonly from: 'top' | 'end'
      readonly actions: KeyActions
    }
  | { readonly type: 'timeline'; readonly state: TimelineState }
  | { readonly type: 'branches'; readonly state: BranchState }

/** The actions of a page's keys, besides scrolling. */
export type KeyActions = Readonly<Record<string, () => void>>

export const readerPage = (page: ReaderContent, actions: KeyActions = {}): Page => ({
  type: 'reading',
  reading: page,
  from: 'top',
  actions,
})
