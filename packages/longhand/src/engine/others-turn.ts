/** Lets everyone else whom this process serves have their turn, between two stretches of long work. */
export const othersTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve))
