// `longhand memories`.

// Help
export const summary = 'list, find, write or delete what conversations leave behind'
export const description =
  'Lists the memories of conversations, newest first; with words, only those that contain them. A memory is the newest summary of its conversation, or what you write in its place.'
export const wordsArgument = 'words to find'
export const showOption = 'print the whole memory of a conversation'
export const writeOption = 'write the memory of a conversation, from standard input'
export const deleteOption = 'delete the memory of a conversation'
export const after = `
Exit codes: 0 done, 1 error, 3 none found.

Examples:
  longhand memories harbour
  longhand memories --show 2f1c9a52-7c5e-4c39-9d3a-0a4c6f6f3d10 > memory.md
  longhand memories --write 2f1c9a52-7c5e-4c39-9d3a-0a4c6f6f3d10 < memory.md`

// Output
export const written = (title: string): string => `✓ Written: ${title}`
export const deleted = '✓ Deleted. When the conversation is condensed again, it leaves a new one.'
export const noneFound = 'No memories found. A conversation leaves one when it is condensed.'
