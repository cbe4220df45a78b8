/** What a scenario did and what it cost. The last four must be zero. */
export type Outcome = {
  readonly fault: string
  readonly times: number
  /** Entries, commits or refusals that someone was told of. */
  readonly acknowledged: number
  readonly lost: number
  readonly duplicates: number
  readonly doubles: number
  readonly stuck: number
}

export const clean = { lost: 0, duplicates: 0, doubles: 0, stuck: 0 } as const
