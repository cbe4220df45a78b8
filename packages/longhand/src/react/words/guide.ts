// The guide through a first condensing.

// Guide
export const guide = 'Guide'
export const step = (number: string | number, title: string | number): string => `${number} of 4: ${title}`
export const showIt = 'Show it'
export const closeTheGuide = 'Close the guide'
export const sendOneMessage = 'Send one message'
export const sendHint = 'The window is just below its threshold. “ok” is enough.'
export const watchItFold = 'Watch it fold'
export const watchHint = 'The older messages are being condensed. You can keep writing.'
export const openContextCondensed = 'Open “Context condensed”'
export const openHint = 'It shows what was kept, and every item leads to the original words.'
export const undoIt = 'Undo it'
export const undoHint = 'Undo is in the same place. The model then reads every word again.'
export const doneTitle = 'That is all there is to it'
export const doneHint = 'Redo brings the summary back. From now on it happens on its own.'
