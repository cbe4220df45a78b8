// `longhand export`.

// Help
export const summary = 'export conversations to a file'
export const description =
  'Writes a conversation, or all of them, as lines of JSON that lose nothing and can be imported again. A single conversation can also be written as Markdown.'
export const idArgument = 'the conversation, or "latest" for the newest; without it, everything'
export const formatOption = 'what to write'
export const outputOption = 'the file to write (default: standard output)'
export const after = `
Exit codes: 0 done, 1 error.

Examples:
  longhand export latest --format md -o notes.md
  longhand export 0199a2c4-… > one.jsonl
  longhand export | gzip > backup.jsonl.gz`

// Output
export const oneForMarkdown = 'Only one conversation can be written as Markdown. Give its id, or "latest".'
export const noConversation = (id: string | undefined): string => `There is no conversation ${id}.`
export const noConversations = 'There are no conversations yet.'
