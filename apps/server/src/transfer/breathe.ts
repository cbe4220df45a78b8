/** Lets everyone else have their turn. */
export const breathe = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
