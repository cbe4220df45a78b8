/** What was imported: one conversation, or so many of them; `skipped` are those that were here already. */
export type ImportResponse = {
  readonly conversation?: string
  readonly conversations?: number
  readonly skipped?: readonly unknown[]
}
