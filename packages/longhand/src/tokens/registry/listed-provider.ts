/** A provider of the registry, with what its models hold and cost. */
export type ListedProvider = {
  readonly id: string
  /** Other names of it, and which models are its own when nobody names a provider. */
  readonly named: NameMatch | null
  readonly makes: NameMatch | null
  /** Providers whose models it offers too. */
  readonly offers: readonly string[]
  readonly models: readonly ListedModel[]
}

/** A model: its names, its window, and its prices from the first on, in order of their dates. */
export type ListedModel = readonly [names: NameMatch, window: number | null, ...prices: DatedPrices[]]

/** From a day on, in dollars a million tokens; null where the registry says nothing. */
export type DatedPrices = readonly [
  from: string,
  input: number | null,
  output: number | null,
  cacheRead: number | null,
  cacheWrite: number | null,
]

/** Which names are meant. */
export type NameMatch =
  | { readonly or: readonly NameMatch[] }
  | { readonly and: readonly NameMatch[] }
  | { readonly equals: string }
  | { readonly starts_with: string }
  | { readonly ends_with: string }
  | { readonly contains: string }
  | { readonly regex: string }

/** Whether a name in small letters is meant. */
export function isMeant(match: NameMatch, name: string): boolean {
  if ('or' in match) return match.or.some(one => isMeant(one, name))
  if ('and' in match) return match.and.every(one => isMeant(one, name))
  if ('equals' in match) return name === match.equals
  if ('starts_with' in match) return name.startsWith(match.starts_with)
  if ('ends_with' in match) return name.endsWith(match.ends_with)
  if ('contains' in match) return name.includes(match.contains)
  return new RegExp(match.regex).test(name)
}
