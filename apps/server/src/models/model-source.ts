import type { LanguageModel } from 'ai'

/** Where models come from: one provider with its key, or this machine. Names of models begin with the name of their source. */
export type ModelSource = {
  readonly name: string
  /** The models that are offered; others of the source can be named too. */
  readonly models: readonly string[]
  /** The models that write summaries, and those with `--fast`. */
  readonly summary: string
  readonly fast: string
  /** Which tools its models are given: those of tool servers, and those to look into their own conversation. */
  readonly tools: 'all' | 'servers' | 'none'
  /** How long its prompt cache lasts, in milliseconds; left out where that is not documented. */
  readonly cacheMs?: number
  readonly open: (model: string) => LanguageModel
}

/**
 * The source that a model's name begins with, and the rest of the name: `anthropic/claude-sonnet-4-5`. OpenRouter stands in
 * for a source that has no key: it offers the same models under the same names.
 */
export function findSource(
  name: string,
  sources: readonly ModelSource[],
): { readonly source: ModelSource; readonly model: string } | null {
  const at = name.indexOf('/')
  const source = sources.find(one => one.name === name.slice(0, at))
  if (at < 1 || at === name.length - 1) return null
  if (source !== undefined) return { source, model: name.slice(at + 1) }
  const openrouter = sources.find(one => one.name === 'openrouter')
  return openrouter === undefined ? null : { source: openrouter, model: name }
}
