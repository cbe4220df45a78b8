import type { ModelOverrides } from 'longhand/tokens'
import { defined } from '../defined.ts'
import type { Config } from './read-config.ts'

/** T5 figures of a person's own, by model. */
export function modelFigures({ values }: Config): ModelOverrides {
  const models = Object.entries(values.models ?? {})
  const figures = models.map(([name, { window, output, prices }]) => {
    const { cache_read: cacheRead = prices?.input, cache_write: cacheWrite = prices?.input, ...rates } = prices ?? {}
    return [name, defined({ window, output, prices: prices && { ...rates, cacheRead, cacheWrite } })]
  })
  return Object.fromEntries(figures)
}
