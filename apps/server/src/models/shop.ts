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
  readonly open: (model: string) => LanguageModel
}

/** The shop that a model's name begins with, and the rest of the name: `anthropic/claude-sonnet-4-5`. */
export function shopOf(name: string, shops: readonly Shop[]): { readonly shop: Shop; readonly model: string } | null {
  const at = name.indexOf('/')
  const shop = shops.find(one => one.name === name.slice(0, at))
  return shop === undefined || at === name.length - 1 ? null : { shop, model: name.slice(at + 1) }
}
