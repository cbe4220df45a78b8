// `longhand import`.

// Help
export const summary = 'import conversations from other programs'
export const description =
  'Imports files and folders from Claude Code, Codex, OpenAI, Anthropic and Longhand, plain or gzipped, and exports from ChatGPT and Claude.ai (the zip, or its conversations.json). The format is detected. Files that were imported before are skipped.'
export const pathArgument = 'files and folders, or - for standard input'
export const formatOption = 'treat every file as this format'
export const projectOption = 'the project that the conversations will belong to'
export const jsonOption = 'print the outcome of each file as a line of JSON'
export const after = `
Exit codes: 0 all imported, 1 some could not be read, 3 nothing new.

Examples:
  longhand import ~/.claude/projects
  longhand import ~/.codex/sessions chat.json
  longhand import chatgpt-export.zip
  longhand import export.jsonl --json | jq .conversation`

// Output
export const importing = 'Importing'
export const noConversations = 'The archive contains no conversations from ChatGPT or Claude.ai.'
export const noMessages = 'The transcript contains no messages.'
export const refused = 'The server refused it.'
export const importedBefore = (files: string): string => ` ${files} imported before.`
export const nothingNew = (before: string): string => `Nothing new to import.${before}`
export const imported = (files: string, messages: string, before: string): string =>
  `✓ Imported ${files}: ${messages}.${before}`
