import { BoundedMap } from '../core/bounded-map.ts'
import type { Prices } from '../core/money.ts'
import type { ModelWindow } from '../core/window.ts'
import { type Family, familyOf } from './families.ts'
import { limitsOf } from './limits.ts'
import { registryEntry } from './registry/registry.ts'

/** What is known about a model. */
export type ModelFacts = {
  readonly id: string
  readonly window: number
  /** The most input it accepts, if that is less than the window. */
  readonly input: number | null
  /** The longest answer it gives. */
  readonly output: number
  readonly prices: Prices | null
  readonly family: Family
  /** Where the window comes from; guesses are shown as such. */
  readonly source: 'own' | 'registry' | 'guess'
  /** The same for the longest answer. */
  readonly outputSource: ModelFacts['source']
}

/** A person's own figures by model, which override all others. */
export type ModelOverrides = Readonly<Record<string, Partial<Pick<ModelFacts, 'window' | 'output' | 'prices'>>>>

const guessedWindow = 128_000
const guessedOutput = 8_192

/** The facts of a model, from the person, from the registry, or guessed. */
export function modelFacts(id: string, own: ModelOverrides = {}): ModelFacts {
  const overrides = own[id] ?? {}
  const { listed, limits, family } = publishedFacts(id)
  const window = overrides.window ?? listed?.window ?? limits?.window ?? null
  return {
    id,
    window: window ?? guessedWindow,
    input: overrides.window === undefined ? (limits?.input ?? null) : null,
    output: overrides.output ?? limits?.output ?? guessedOutput,
    prices: overrides.prices === undefined ? (listed?.prices ?? limits?.prices ?? null) : overrides.prices,
    family,
    outputSource: overrides.output !== undefined ? 'own' : limits?.output === undefined ? 'guess' : 'registry',
    source: overrides.window !== undefined ? 'own' : window === null ? 'guess' : 'registry',
  }
}

type PublishedFacts = {
  readonly listed: ReturnType<typeof registryEntry>
  readonly limits: ReturnType<typeof limitsOf>
  readonly family: Family
}

const published = new BoundedMap<PublishedFacts>(1_000)

/** What is known of a model by its name alone. A lookup tries hundreds of patterns, and its result never changes. */
function publishedFacts(id: string): PublishedFacts {
  const known = published.get(id)
  if (known !== undefined) return known
  const facts = { listed: registryEntry(id), limits: limitsOf(id), family: familyOf(id) }
  published.set(id, facts)
  return facts
}

/** A model's window, and what the answer may take of it. */
export function windowOf({ window, input, output, source }: ModelFacts): ModelWindow {
  const reserve = Math.min(output, answerReserve, Math.floor(window * answerShare))
  // Window minus reserve must not exceed what the model accepts.
  const held = input === null ? window : Math.min(window, input + reserve)
  return { window: held, reserve, ...(source === 'own' ? { setBy: 'person' as const } : {}) }
}

/** More than any ordinary answer takes; a model's own maximum would keep half of some windows empty. */
const answerReserve = 16_384

/** In a small window more would leave no room between the threshold and the limit, and nothing could be written ahead. */
const answerShare = 1 / 8
