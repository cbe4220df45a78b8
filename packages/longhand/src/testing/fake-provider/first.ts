/** What the first of these has to complain about, or null when none has. */
export function first<T>(items: readonly T[], complaint: (item: T, at: number) => string | null): string | null {
  for (const [at, item] of items.entries()) {
    const found = complaint(item, at)
    if (found !== null) return found
  }
  return null
}
