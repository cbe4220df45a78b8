// Searching all conversations.

// SearchDialog
export const searchPlaceholder = 'Words, or ¶ 24'

// SearchHits
export const searchIsNotAvailable = 'Search is unavailable. Try again.'
export const nothingFound = (query: string): string => `Nothing found for “${query}”`
export const goTo = (number: number): string => `Go to ¶ ${number} of this conversation`
export const found = 'Found'
