/** What can be done with a card. The page knows how; cards only ask. */
export type CardActions = {
  readonly protect: (number: number, wish: 'protect' | 'release') => void
  readonly saveCheckpoint: () => void
  /** Go on after an entry, in a branch of its own. */
  readonly fork: (entry: string, number: number) => void
  /** Write a person's message anew: the old one stays as a branch. */
  readonly rewrite: (entry: string, text: string) => void
  readonly condenseUpTo: (number: number) => void
  readonly switchBranch: (line: string) => void
  readonly continue: () => void
  readonly retry: () => void
}
