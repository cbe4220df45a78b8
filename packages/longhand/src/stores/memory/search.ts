/** A test for texts that hold all of the words; the last one may be unfinished, as it is while someone types. */
export function finder(query: string): (text: string) => boolean {
  const wanted = wordsIn(query)
  const last = wanted.pop()
  return text => {
    const words = new Set(wordsIn(text))
    if (last === undefined) return false
    return wanted.every(word => words.has(word)) && [...words].some(word => word.startsWith(last))
  }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
