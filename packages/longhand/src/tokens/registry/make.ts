// Writes providers.generated.js from the package @pydantic/genai-prices:
// npx node packages/longhand/src/tokens/registry/make.ts
import { writeFileSync } from 'node:fs'
import { type MatchLogic, type ModelInfo, type ModelPrice, waitForUpdate } from '@pydantic/genai-prices'
import type { DatedPrices, ListedModel, ListedProvider, NameMatch } from './listed-provider.ts'

/** What we use of the registry: a fifth of it. */
export async function makeProviders(): Promise<readonly ListedProvider[]> {
  const providers = (await waitForUpdate()) ?? []
  return providers.map(({ id, provider_match, model_match, fallback_model_providers, models }) => ({
    id,
    named: provider_match === undefined ? null : inSmallLetters(provider_match),
    makes: model_match === undefined ? null : inSmallLetters(model_match),
    offers: fallback_model_providers ?? [],
    models: models.map(listed),
  }))
}

const listed = ({ match, context_window, prices }: ModelInfo): ListedModel => [
  inSmallLetters(match),
  context_window ?? null,
  ...(Array.isArray(prices) ? prices.flatMap(dated) : [row('', prices)]),
]

/** Prices of certain hours are left out: the ordinary ones are used. */
function dated({ constraint, prices }: Extract<ModelInfo['prices'], readonly unknown[]>[number]): DatedPrices[] {
  if (constraint?.type === 'time_of_date') return []
  return [row(constraint?.start_date ?? '', prices)]
}

const row = (from: string, prices: ModelPrice): DatedPrices => [
  from,
  perMillion(prices.input_mtok),
  perMillion(prices.output_mtok),
  perMillion(prices.cache_read_mtok),
  perMillion(prices.cache_write_mtok),
]

/** Some models cost more beyond a certain size; the ordinary price is used. */
const perMillion = (price: ModelPrice[string]): number | null =>
  (typeof price === 'object' ? price.base : price) ?? null

const inSmallLetters = (match: MatchLogic): NameMatch =>
  JSON.parse(JSON.stringify(match), (key, value) =>
    typeof value === 'string' && key !== 'regex' ? value.toLowerCase() : value,
  )

/** A line for each model. */
const textOf = (providers: readonly ListedProvider[]): string =>
  providers
    .map(({ models, ...provider }) => {
      const lines = models.map(model => JSON.stringify(model)).join(',\n')
      return `${JSON.stringify({ ...provider, models: [] }).slice(0, -2)}\n${lines}]}`
    })
    .join(',\n')

if (import.meta.main) {
  const text = textOf(await makeProviders()).replace(/[\\`$]/g, '\\$&')
  writeFileSync(
    new URL('providers.generated.js', import.meta.url),
    `// Made by make.ts from @pydantic/genai-prices (MIT, Copyright (c) Pydantic Services Inc. 2025 to present).\nexport const providersJson = \`[${text}]\`\n`,
  )
}
