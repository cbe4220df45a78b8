/** What an owner has used of what they may, counted for all processes together, by the database's clock. */
export interface Allowances {
  /** Takes a slot of a rate, unless they have to wait, and tells what else they use. */
  take(rate: Rate): Promise<Allowance>
  /** Adds to what they have spent this month. */
  spend(dollars: number): Promise<void>
}

/** A slot every so many milliseconds, and how far ahead of that one may be. */
export type Rate = {
  readonly name: string
  readonly everyMs: number
  readonly maxAheadMs: number
  /** Whether to add up what they store: that reads a row for each conversation. */
  readonly storage: 'measured' | 'not-measured'
}

export type Allowance = {
  /** 0 when the slot was taken. */
  readonly waitMs: number
  /** What they store, files of projects and deleted conversations included; null when it was not measured. */
  readonly bytes: number | null
  /** What they have spent this month. */
  readonly dollars: number
}
