import { LonghandError } from 'longhand'

/** What a person asks of `longhand compact`. */
export type CompactFlags = {
  readonly window?: number
  readonly target?: number
  readonly keep: number
  readonly strategy: 'summary' | 'digest'
  readonly upTo?: number
  readonly draft?: string
  readonly offline?: true
  readonly json?: true
}

/** A window and how much of it the view may fill, in tokens. */
export type Sizes = { readonly window: number; readonly target: number }

/**
 * The sizes that hold for a transcript of so many tokens. Whoever says what to fold and names no target wants the rest
 * left alone, and the text as long as it needs to be.
 */
export function sizesOf({ window: asked, target: wanted, upTo, strategy }: CompactFlags, used: number): Sizes {
  const window = asked ?? Math.max(used, wanted ?? 0)
  const target = wanted ?? (upTo === undefined || strategy === 'digest' ? Math.ceil(window / 2) : window)
  if (target <= window) return { window, target }
  throw new LonghandError('bad-request', `--target ${target} is larger than --window ${window}. Give a smaller target.`)
}

export function checkFlags(file: string, { draft, offline }: CompactFlags): void {
  if (draft !== undefined && offline !== undefined)
    throw new LonghandError('bad-request', '--draft brings a text and --offline wants none. Leave one of them out.')
  if (file === '-' && draft === '-')
    throw new LonghandError('bad-request', 'Standard input is the transcript or the draft. Give one of them as a file.')
}
