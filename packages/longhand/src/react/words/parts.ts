// The parts for the pages of other apps.

// CompactionDivider
export const condensing = (folding: string | number): string => `Condensing ${folding}…`
export const notCondensedThisTime = 'Not condensed this time'
export const youCanKeepWriting = 'You can keep writing.'
