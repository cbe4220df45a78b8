/** Lets the event loop serve others between two pieces of long work. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** The same between two passes over all entries of a branch, if they are many. */
export async function yieldIfMany(entries: readonly unknown[]): Promise<void> {
  if (entries.length > manyEntries) await yieldToEventLoop()
}

/** Fewer take a few milliseconds. */
const manyEntries = 2_000
