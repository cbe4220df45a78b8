// `longhand undelete`.

export const summary = 'list deleted conversations, or bring one back'
export const description = 'Lists the conversations deleted in the last 30 days. With an id, brings that one back.'
export const conversationArgument = 'the id of a deleted conversation'
export const after = `
Exit codes: 0 done, 1 error, 3 nothing was deleted.

Examples:
  longhand undelete
  longhand undelete 2f1c9a52-7c5e-4c39-9d3a-0a4c6f6f3d10`
export const isBack = (title: string): string => `✓ ${title} is back.`
export const noneDeleted = 'No conversations were deleted in the last 30 days.'
export const row = (id: string, title: string, messages: string, deleted: string, kept: string): string =>
  `${id}  ${title}, ${messages}, deleted ${deleted}, kept until ${kept}`
