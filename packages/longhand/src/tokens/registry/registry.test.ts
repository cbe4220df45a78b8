import { calcPrice, findProvider, waitForUpdate } from '@pydantic/genai-prices'
import { expect, test } from 'vitest'
import { isMeant } from './listed-provider.ts'
import { makeProviders } from './make.ts'
import { providersJson } from './providers.generated.js'
import { registryEntry } from './registry.ts'

test('T5 the registry that is shipped is that of the package: npx node packages/longhand/src/tokens/registry/make.ts', async () => {
  expect(JSON.parse(providersJson)).toEqual(JSON.parse(JSON.stringify(await makeProviders())))
})

test('T5 every model of the registry is found as the package finds it, however it is named', async () => {
  const providers = (await waitForUpdate()) ?? []
  const names = providers.flatMap(({ id, models }) =>
    models.flatMap((model, at) => [
      `${id}/${model.id}`,
      ...(at % 10 === 0 ? [model.id, `us.${model.id}-v1:0`, `${model.id}-20250805`] : []),
    ]),
  )
  const differing = [...new Set(names)].filter(
    name => JSON.stringify(registryEntry(name)) !== JSON.stringify(byPackage(name)),
  )
  expect(names.length).toBeGreaterThan(2_000)
  expect(differing).toEqual([])
})

/** The same lookup by the package itself, at an hour that no price of its own is for. */
function byPackage(id: string) {
  const [provider = '', ...path] = id.split('/')
  const name = path.at(-1) ?? provider
  const isKnown = path.length > 0 && findProvider({ providerId: provider }) !== undefined
  const bare = name.replace(/^(?:[a-z]+\.)*/, '').replace(/-v\d+(?::\d+)?$/, '')
  const timestamp = new Date(`${new Date().toISOString().slice(0, 10)}T20:00:00Z`)
  const price = (model: string, providerId?: string) =>
    calcPrice({ input_tokens: 0, output_tokens: 0 }, model, { timestamp, ...(providerId && { providerId }) })
  const entry =
    (isKnown ? price(path.join('/'), provider) : null) ?? price(id, 'openrouter') ?? price(name) ?? price(bare)
  if (entry === null) return null
  const { input_mtok, output_mtok, cache_read_mtok, cache_write_mtok } = entry.model_price
  const [input, output, cacheRead, cacheWrite] = [input_mtok, output_mtok, cache_read_mtok, cache_write_mtok].map(
    one => (typeof one === 'object' ? one.base : one),
  )
  return {
    window: entry.model.context_window ?? null,
    prices: {
      input: input ?? 0,
      output: output ?? 0,
      cacheRead: cacheRead ?? input ?? 0,
      cacheWrite: cacheWrite ?? input ?? 0,
    },
  }
}

test.each([
  [{ contains: 'b' }, 'abc', true],
  [{ ends_with: 'b' }, 'abc', false],
  [{ and: [{ starts_with: 'a' }, { regex: '^a.c$' }] }, 'abc', true],
  [{ or: [{ equals: 'ab' }, { equals: 'abc' }] }, 'abc', true],
] as const)('T5 a rule of the registry: %j and %s is %s', (match, name, meant) => {
  expect(isMeant(match, name)).toBe(meant)
})
