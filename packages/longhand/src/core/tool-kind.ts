import { remember } from './remember.ts'

/** What a tool does, judged by its name. */
export type ToolKind = 'read' | 'write' | 'search' | 'run' | 'other'

/** One list for everyone who asks: what is a landmark, what is worth keeping, which file was changed. */
export const toolKind: (tool: string) => ToolKind = remember(tool => {
  const words = wordsOf(tool)
  return toolKinds.find(([, verbs]) => words.some(word => verbs.has(word)))?.[0] ?? 'other'
}, 10_000)

/** The first match counts: `str_replace_editor` writes, `search_files` searches, `read_bash` reads. */
const toolKinds: readonly (readonly [ToolKind, ReadonlySet<string>])[] = [
  ['write', new Set(['write', 'edit', 'multiedit', 'create', 'patch', 'replace', 'insert', 'append', 'notebookedit'])],
  ['search', new Set(['search', 'grep', 'glob', 'find', 'ls', 'list', 'rg'])],
  ['run', new Set(['bash', 'shell', 'exec', 'run', 'command', 'terminal', 'stdin', 'python', 'powershell'])],
  ['read', new Set(['read', 'view', 'open', 'cat', 'fetch', 'load'])],
]

/** `mcp__files__ReadFile` → mcp files read file. */
const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
