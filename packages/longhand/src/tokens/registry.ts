import { calcPrice, findProvider } from '@pydantic/genai-prices'
import type { Prices } from '../core/money.ts'

/** What the registry of `@pydantic/genai-prices` has about a model. It comes with the package and works offline. */
export type RegistryEntry = { readonly window: number | null; readonly prices: Prices }

/** A lookup tries hundreds of patterns, and its result never changes. */
const found = new Map<string, RegistryEntry | null>()

export function registryEntry(id: string): RegistryEntry | null {
  if (!found.has(id)) found.set(id, lookUp(id))
  return found.get(id)!
}

/** By the provider that the id names, then by OpenRouter, which has everyone's models, then by the name alone. */
function lookUp(id: string): RegistryEntry | null {
  const [provider = '', ...path] = id.split('/')
  const name = path.at(-1) ?? provider
  const isKnownProvider = path.length > 0 && findProvider({ providerId: provider }) !== undefined
  return (
    (isKnownProvider ? listed(path.join('/'), provider) : null) ??
    listed(id, 'openrouter') ??
    listed(name) ??
    listed(withoutRegion(name))
  )
}

/** Some models cost more beyond a certain size; the ordinary price is used. */
function listed(name: string, providerId?: string): RegistryEntry | null {
  const entry = calcPrice({ input_tokens: 0, output_tokens: 0 }, name, providerId === undefined ? {} : { providerId })
  if (entry === null) return null
  const { model, model_price: price } = entry
  const input = perMillion(price.input_mtok) ?? 0
  const prices = {
    input,
    output: perMillion(price.output_mtok) ?? 0,
    cacheRead: perMillion(price.cache_read_mtok) ?? input,
    // A provider that caches by itself charges nothing extra for it.
    cacheWrite: perMillion(price.cache_write_mtok) ?? input,
  }
  return { window: model.context_window ?? null, prices }
}

const perMillion = (price: number | { readonly base: number } | undefined): number | undefined =>
  typeof price === 'object' ? price.base : price

/** `us.anthropic.claude-opus-4-6-v1:0` → `claude-opus-4-6` */
const withoutRegion = (name: string): string => name.replace(/^(?:[a-z]+\.)*/, '').replace(/-v\d+(?::\d+)?$/, '')
