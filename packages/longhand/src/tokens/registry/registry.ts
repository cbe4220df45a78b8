import type { Prices } from '../../core/money.ts'
import { isMeant, type ListedModel, type ListedProvider } from './listed-provider.ts'
import { providersJson } from './providers.generated.js'

/** What the registry of `@pydantic/genai-prices` has about a model. It comes with this package and works offline. */
export type RegistryEntry = { readonly window: number | null; readonly prices: Prices }

/** By the provider that the id names, then by OpenRouter, which has everyone's models, then by the name alone. */
export function registryEntry(id: string): RegistryEntry | null {
  const [provider = '', ...path] = id.toLowerCase().trim().split('/')
  const name = path.at(-1) ?? provider
  const named = path.length > 0 ? providerCalled(provider) : undefined
  const model =
    (named && listed(path.join('/'), named)) ??
    listed([provider, ...path].join('/'), providerCalled('openrouter')) ??
    listed(name, makerOf(name)) ??
    listed(withoutRegion(name), makerOf(withoutRegion(name)))
  return model === undefined ? null : entryOf(model, new Date().toISOString())
}

/** Read when the first model is looked up: it takes longer than all else that happens when this file is loaded. */
function providers(): readonly ListedProvider[] {
  read ??= JSON.parse(providersJson)
  return read!
}

let read: readonly ListedProvider[] | null = null

const providerCalled = (name: string): ListedProvider | undefined =>
  providers().find(({ id }) => id === name) ?? providers().find(({ named }) => named !== null && isMeant(named, name))

const makerOf = (model: string): ListedProvider | undefined =>
  providers().find(({ makes }) => makes !== null && isMeant(makes, model))

/** Under its name, or under its name with the date written as most do. */
const listed = (name: string, provider: ListedProvider | undefined): ListedModel | undefined =>
  provider && (offered(name, provider) ?? offered(withDashes(name), provider))

function offered(name: string, { models, offers }: ListedProvider): ListedModel | undefined {
  const others = offers.map(id => providers().find(provider => provider.id === id)?.models ?? [])
  return [models, ...others].flat().find(([names]) => isMeant(names, name))
}

/** `-20250929` → `-2025-09-29` */
const withDashes = (name: string): string =>
  name.replace(/-(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=-|:|$)/g, '-$1-$2-$3')

function entryOf([, window, ...dated]: ListedModel, today: string): RegistryEntry {
  const [, input, output, cacheRead, cacheWrite] = dated.findLast(([from]) => from <= today)!
  const prices = {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? input ?? 0,
    // A provider that caches by itself charges nothing extra for it.
    cacheWrite: cacheWrite ?? input ?? 0,
  }
  return { window, prices }
}

/** `us.anthropic.claude-opus-4-6-v1:0` → `claude-opus-4-6` */
const withoutRegion = (name: string): string => name.replace(/^(?:[a-z]+\.)*/, '').replace(/-v\d+(?::\d+)?$/, '')
