// The list beside a conversation, and its menu.

// DeletedNotice
export const deleted = (what: string): string => `Deleted ${what}`
export const selected = (count: string): string => `${count} selected`

// RowCheckbox
export const select = (title: string | number): string => `Select ${title}`

// RowMenu
export const moreAbout = (title: string | number): string => `More about ${title}`
export const unpin = 'Unpin'
export const pinToTheTop = 'Pin to the top'
export const renameItem = 'Rename…'
export const selectItem = 'Select'

// Sidebar
export const showOlder = 'Show older'

// SelectionBar
export const selectedConversations = 'Selected conversations'
export const pin = 'Pin'
