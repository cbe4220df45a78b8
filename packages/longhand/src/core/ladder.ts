/**
 * The ways to make a view smaller, from the gentlest to the last. `trim`: shorten old tool outputs. `runs`: digests made
 * without a model. `summary`, `chunks`: by the summariser, in one request or in several. `extract`: the originals' own
 * words, without a network. `truncate`: leave out, with a visible mark. `refuse`: say that nothing helps.
 */
export const rungs = ['trim', 'runs', 'summary', 'chunks', 'extract', 'truncate', 'refuse'] as const

export type Rung = (typeof rungs)[number]

/** What a rung is chosen by. */
export type Footing = {
  /** The gentlest rung to begin with. */
  readonly from: Rung
  /** Rungs that were tried: they failed, or the view was still too large. */
  readonly tried: readonly Rung[]
  /** `absent`: there is none, or it has just failed, or its breaker is open. */
  readonly summariser: 'ready' | 'absent'
  readonly span: 'fits-summariser' | 'exceeds-summariser'
}

/** The next rung to try. No rung needs what has just failed, and there is always one left. */
export function nextRung({ from, tried, summariser, span }: Footing): Rung {
  const open = rungs.slice(rungs.indexOf(from)).filter(rung => !tried.includes(rung))
  const stands = (rung: Rung): boolean => {
    if (rung === 'summary') return summariser === 'ready' && span === 'fits-summariser'
    if (rung === 'chunks') return summariser === 'ready' && span === 'exceeds-summariser'
    return true
  }
  return open.find(stands) ?? 'refuse'
}
