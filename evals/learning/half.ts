import type { Recording } from '../corpus.ts'

/** The corpus in two halves: what is learnt from one is measured on the other. */
export type Half = 'first' | 'second'

export const halves: readonly Half[] = ['first', 'second']

export const otherHalf = (half: Half): Half => (half === 'first' ? 'second' : 'first')

/** By the letters of its name, so that a recording stays in its half whatever else is there. */
export function halfOf({ id }: Pick<Recording, 'id'>): Half {
  const sum = [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 0)
  return sum % 2 === 0 ? 'first' : 'second'
}
