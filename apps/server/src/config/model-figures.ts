import type { ModelOverrides } from 'longhand/tokens'
import type { Config } from './read-config.ts'

/** T5 figures of a person's own, by model. */
export function modelFigures({ values }: Config): ModelOverrides {
  const entries = Object.entries(values.models ?? {}).map(([name, { window, output, prices }]) => {
    const figures = {
      ...(window === undefined ? {} : { window }),
      ...(output === undefined ? {} : { output }),
      ...(prices === undefined
        ? {}
        : {
            prices: {
              input: prices.input,
              output: prices.output,
              cacheRead: prices.cache_read ?? prices.input,
              cacheWrite: prices.cache_write ?? prices.input,
            },
          }),
    }
    return [name, figures] as const
  })
  return Object.fromEntries(entries)
}
