import type { Part } from 'longhand'
import { type Json, outputText } from 'longhand/internal/core'
import type { StoredEntry } from 'longhand/internal/engine'
import { branchEntries } from './branch-entries.ts'

/** A conversation for people to read: every message under its number, compactions as a line where they happened. */
export async function* markdown(title: string, exportLines: AsyncIterable<string>): AsyncIterable<string> {
  yield `# ${title}`
  for await (const { entry, at, about } of branchEntries(exportLines)) {
    if (entry.type === 'message') {
      const { role, parts } = entry.message
      const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
      // What goes on with an answer in mid-sentence is the same answer.
      const heading = continues(about) ? '' : `\n\n## ¶ ${entry.number} · ${speakers[role]} · ${time}\n\n`
      yield `${heading}${parts.map(written).join('\n\n')}`
    } else if (entry.type === 'compaction') {
      yield `\n\n---\n\n*Context condensed here (summary ${entry.version}). Nothing was deleted.*\n\n---`
    }
  }
  yield '\n'
}

const continues = (about: StoredEntry['about']): boolean => (about as { continues?: Json } | null)?.continues === true

const speakers = { system: 'System', user: 'You', assistant: 'Assistant', tool: 'Tools' } as const

function written(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'reasoning':
      return quoted(part.text)
    case 'tool-call':
      return `**${part.name}**\n\n${fenced(JSON.stringify(part.input, null, 2), 'json')}`
    case 'tool-result':
      return `**${part.name}** (${part.outcome})\n\n${fenced(outputText(part), '')}`
    case 'file':
      return `📎 ${part.name ?? part.mediaType}`
    case 'opaque':
      return fenced(JSON.stringify(part.value, null, 2), 'json')
  }
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')

/** A fence is longer than any inside it. */
function fenced(text: string, language: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
