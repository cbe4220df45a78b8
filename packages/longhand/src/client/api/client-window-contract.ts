/** A window that a program was seen to believe in, in one conversation and what goes on from it, or, with null, in all. */
export type ClientWindowRow = {
  readonly client: string
  readonly model: string
  readonly tokens: number
  readonly conversation: string | null
  readonly at: string
}
