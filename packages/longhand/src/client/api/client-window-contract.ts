/** A window that a program was seen to believe in, in one conversation and what goes on from it, or, with null, in all. */
export type ClientWindowRow = {
  readonly client: string
  readonly model: string
  readonly tokens: number
  /** What the model holds. */
  readonly window: number
  readonly conversation: string | null
  readonly at: string
  /** When it is forgotten unless it is seen again. */
  readonly until: string
}
