/** What a card can ask for; the screen carries it out. */
export type CardActions = {
  readonly protect: (number: number, wish: 'protect' | 'release') => void
  readonly saveCheckpoint: () => void
  /** Continue after an entry, in a branch of its own. */
  readonly fork: (entry: string, number: number) => void
  /** Edit a person's message: the old one stays as a branch. */
  readonly rewrite: (entry: string, text: string) => void
  readonly condenseUpTo: (number: number) => void
  readonly switchBranch: (line: string) => void
  readonly continue: () => void
  readonly retry: () => void
}
