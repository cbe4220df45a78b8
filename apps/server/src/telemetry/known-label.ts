/** A word if it is one of those we know, and `other` if not: what people make up must not become a label. */
export const among = (known: readonly string[], word: string): string => (known.includes(word) ? word : 'other')
