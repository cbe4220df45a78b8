/** The word of a list that is nearest to a misspelt one, or null when none is near. */
export function nearest(word: string, words: readonly string[]): string | null {
  let best: string | null = null
  let shortest = Math.max(1, Math.floor(word.length / 2)) + 1
  for (const candidate of words) {
    const edits = distance(word.slice(0, 64), candidate)
    if (edits < shortest) [best, shortest] = [candidate, edits]
  }
  return best
}

/** Edits between two words: insert, delete, replace, or swap neighbours. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const edits = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(swapped ? Math.min(edits, before[j - 2]! + 1) : edits)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
