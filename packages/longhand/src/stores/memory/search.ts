import { exactQuery } from '../storable.ts'

/** A test for texts that hold all of the words; the last one may be unfinished, as it is while someone types. */
export function finder(query: string): (text: string) => boolean {
  const wanted = wordsIn(query.replaceAll('_', ' '))
  const last = wanted.pop()
  return text => {
    const words = new Set(wordsIn(text))
    if (last === undefined) return false
    return wanted.every(word => words.has(word)) && [...words].some(word => word.startsWith(last))
  }
}

/** More words than anyone looks for at once: each goes through the text. */
const maxExact = 50

/** A test for texts that hold all of the words as they are, paths and identifiers whole. */
export function exactFinder(query: string): (text: string) => boolean {
  const wanted = exactQuery(query).toLowerCase().split(/\s+/).slice(0, maxExact)
  return text => {
    const words = new Set(wordsIn(text))
    const lower = text.toLowerCase()
    return wanted.every(each => lower.includes(each) && wordsIn(each).every(word => words.has(word)))
  }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
