import { writeJson } from '../../engine/long-work/write-json.ts'

/**
 * JSON whose outer keys are sorted, so that two engines write the same line. What people and models wrote is left as it
 * is, byte for byte, below `verbatim` keys.
 */
export const withKeysInOrder = (value: object): Promise<string> => writeJson(sorted(value))

const verbatim = new Set('message folds settings status state about plan draft receipt request parts'.split(' '))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const keys = Object.keys(value).toSorted((a, b) => Number(b === 'type') - Number(a === 'type') || (a < b ? -1 : 1))
  return Object.fromEntries(
    keys.map(key => {
      const inside = (value as Record<string, unknown>)[key]
      return [key, verbatim.has(key) ? inside : sorted(inside)]
    }),
  )
}
