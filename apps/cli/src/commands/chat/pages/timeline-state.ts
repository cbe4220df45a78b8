import type { CheckpointRow } from 'longhand/internal/client'

/** The checkpoints of a conversation, as the timeline shows them. */
export type TimelineState = {
  readonly title: string
  readonly checkpoints: readonly CheckpointRow[]
  /** The newest message, and the tokens used now. */
  readonly number: number
  readonly used: number
  readonly filter: Filter
  readonly search: string
  readonly chosen: number
  readonly prompt: TimelinePrompt
  readonly now: number
}

export type Filter = 'all' | 'code' | 'decision' | 'fix' | 'yours'

/** What is being typed or asked at the bottom of the page. */
export type TimelinePrompt =
  | { readonly type: 'nothing' }
  | { readonly type: 'search' }
  | { readonly type: 'label'; readonly text: string }
  | { readonly type: 'confirm'; readonly sentence: string }

const filters: readonly Filter[] = ['all', 'code', 'decision', 'fix', 'yours']

export const nextFilter = (filter: Filter): Filter => filters[(filters.indexOf(filter) + 1) % filters.length]!

export function shownCheckpoints({ checkpoints, filter, search }: TimelineState): readonly CheckpointRow[] {
  const words = search.toLowerCase()
  return checkpoints.filter(
    ({ kind, tags, label }) =>
      (filter === 'all' || (filter === 'yours' ? kind === 'manual' : tags.includes(filter))) &&
      label.toLowerCase().includes(words),
  )
}

export const chosenCheckpoint = (state: TimelineState): CheckpointRow | null =>
  shownCheckpoints(state)[state.chosen] ?? null
