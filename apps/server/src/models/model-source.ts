import type { LanguageModel } from 'ai'

/** Where models come from: one provider with its key, or this machine. Names of models begin with the shop's. */
export type Shop = {
  readonly name: string
  /** What people are offered; others of the shop can be named too. */
  readonly models: readonly string[]
  /** For summaries, and for those in a hurry. */
  readonly summary: string
  readonly fast: string
  /** Which tools its models are given: those of tool servers, and those to look into their own conversation. */
  readonly tools: 'all' | 'servers' | 'none'
  /** How long it remembers a request, in milliseconds; left out where nobody says. */
  readonly cacheMs?: number
  readonly open: (model: string) => LanguageModel
}

/**
 * The shop that a model's name begins with, and the rest of the name: `anthropic/claude-sonnet-4-5`. A shop that is
 * closed is stood in for by the one that sells everybody's models under the same names.
 */
export function shopOf(name: string, shops: readonly Shop[]): { readonly shop: Shop; readonly model: string } | null {
  const at = name.indexOf('/')
  const shop = shops.find(one => one.name === name.slice(0, at))
  if (at < 1 || at === name.length - 1) return null
  if (shop !== undefined) return { shop, model: name.slice(at + 1) }
  const everybodys = shops.find(one => one.name === 'openrouter')
  return everybodys === undefined ? null : { shop: everybodys, model: name }
}
