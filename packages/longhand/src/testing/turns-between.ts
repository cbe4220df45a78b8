/** Counts how often everyone else gets their turn, from its first call to its last. */
export function turnsBetween(): { readonly mark: () => void; readonly turns: () => number } {
  let turns = 0
  let first: number | null = null
  let last = 0
  const counting = setInterval(() => turns++, 1)
  return {
    mark: () => {
      first ??= turns
      last = turns
    },
    turns: () => {
      clearInterval(counting)
      return last - (first ?? 0)
    },
  }
}
