/** Lets everyone else whom this process serves have their turn, between two stretches of long work. */
export const othersTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** The same between two looks at all entries of a branch, if they are many. */
export async function othersTurnAfter(entries: readonly unknown[]): Promise<void> {
  if (entries.length > manyEntries) await othersTurn()
}

/** Looking at fewer takes a few milliseconds. */
const manyEntries = 2_000
