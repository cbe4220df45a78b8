/** A label if it is a known one, else `other`: user input must not create labels. */
export const knownLabel = (known: readonly string[], word: string): string => (known.includes(word) ? word : 'other')
