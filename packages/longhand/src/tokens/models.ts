import { calcPrice } from '@pydantic/genai-prices'
import type { Prices } from '../core/money.ts'
import type { Room } from '../core/window.ts'
import { type Family, familyOf } from './families.ts'

/** What is known about a model. */
export type ModelFacts = {
  readonly id: string
  readonly window: number
  /** The longest answer it gives. */
  readonly output: number
  readonly prices: Prices | null
  readonly family: Family
  /** Where the window comes from; a guess is shown as one. */
  readonly source: 'own' | 'registry' | 'guess'
}

/** A person's own figures, by model. They win. */
export type OwnFigures = Readonly<Record<string, Partial<Pick<ModelFacts, 'window' | 'output' | 'prices'>>>>

/** The window of the offline model: small enough to watch it fill. */
export const offlineWindow = 32_000

const guessedWindow = 128_000
const guessedOutput = 8_192

/** The facts of a model, from the person, from the registry, or guessed. */
export function modelFacts(id: string, own: OwnFigures = {}): ModelFacts {
  const family = familyOf(id)
  const listed = registered(id)
  const mine = own[id] ?? {}
  const window = mine.window ?? limits(id)?.window ?? listed?.window ?? null
  return {
    id,
    window: window ?? guessedWindow,
    output: mine.output ?? limits(id)?.output ?? guessedOutput,
    prices: mine.prices === undefined ? (listed?.prices ?? limits(id)?.prices ?? null) : mine.prices,
    family,
    source: mine.window !== undefined ? 'own' : window === null ? 'guess' : 'registry',
  }
}

/** A model's room: its window, and what the answer may take of it. */
export const roomOf = ({ window, output }: ModelFacts): Room => ({ window, reserve: Math.min(output, answerReserve) })

/** More than any ordinary answer takes; a model's own maximum would keep half of some windows empty. */
const answerReserve = 16_384

type Listed = { readonly window: number | null; readonly prices: Prices }

function registered(id: string): Listed | null {
  const found = calcPrice({ input_tokens: 0, output_tokens: 0 }, id.slice(id.lastIndexOf('/') + 1))
  if (found === null) return null
  const { model, model_price: price } = found
  const input = perMillion(price.input_mtok) ?? 0
  return {
    window: model.context_window ?? null,
    prices: {
      input,
      output: perMillion(price.output_mtok) ?? 0,
      cacheRead: perMillion(price.cache_read_mtok) ?? input,
      // A provider that caches by itself charges nothing extra for it.
      cacheWrite: perMillion(price.cache_write_mtok) ?? input,
    },
  }
}

const perMillion = (price: number | { readonly base: number } | undefined): number | undefined =>
  typeof price === 'object' ? price.base : price

type Limits = { readonly window?: number; readonly output: number; readonly prices?: Prices }

/** What the registry lacks: output limits, windows of some models, and the input limit where it is below the window. */
function limits(id: string): Limits | undefined {
  return table.find(([pattern]) => pattern.test(id.toLowerCase()))?.[1]
}

const table: readonly (readonly [RegExp, Limits])[] = [
  [
    /(?:^|\/)offline\b/,
    { window: offlineWindow, output: 2_048, prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
  ],
  // Model overview pages of Anthropic: Claude 4.5 and later answer with up to 64k tokens, Haiku 4.5 too.
  [/claude/, { output: 64_000 }],
  // models.dev: gpt-5.5 holds 1,050,000 tokens, of which 922,000 may be input.
  [/gpt-5\.5/, { window: 922_000, output: 128_000 }],
  [/gpt-5/, { output: 128_000 }],
  [/gpt-4o/, { output: 16_384 }],
  [/gpt-4\.1/, { output: 32_768 }],
  [/(?:^|\/)o[134]\b/, { output: 100_000 }],
  // Google's model pages: Gemini 2.5 and 3 hold 1,048,576 tokens and answer with up to 65,536.
  [/gemini-(?:2\.5|3)/, { window: 1_048_576, output: 65_536 }],
  [/gemini/, { output: 8_192 }],
]
