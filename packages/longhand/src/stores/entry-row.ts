import type { Entry } from '../core/entry.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { writeJson } from '../engine/long-work/write-json.ts'
import type { NewEntry, StoredEntry } from '../engine/ports/store-entries.ts'
import { responseOf } from './response-of.ts'
import { searchable } from './storable.ts'
import { wordsOf } from './words-of.ts'

/** Entries as the SQL functions take them, however long their texts are. */
export async function toRows(entries: readonly NewEntry[]): Promise<readonly EntryRow[]> {
  const pace = createPacer()
  const rows: EntryRow[] = []
  for (const entry of entries) rows.push(await toRow(entry, pace))
  return rows
}

/** An entry as the SQL functions take it. JSON travels as text inside JSON, so that it is stored byte for byte. */
export type EntryRow = {
  readonly id: string
  readonly type: Entry['type']
  readonly body: string
  readonly about?: string
  readonly response?: string
  readonly at?: number
  readonly role?: string
  readonly tokens?: number
  readonly preview?: string
  readonly words?: string
  readonly ref?: string | null
  readonly version?: number
  readonly hidden?: string
  readonly span?: string
  readonly action?: string
}

export async function toRow(entry: NewEntry, pace: () => Promise<void> = createPacer()): Promise<EntryRow> {
  const { id, about, ...draft } = entry
  const body = await writeJson(bodyOf(draft as NewEntry))
  const row = { id, type: entry.type, body, ...(await columnsOf(entry, pace)) }
  if (about === undefined) return row
  const response = responseOf(about)
  return { ...row, about: JSON.stringify(about), ...(response !== null && { response }) }
}

/** What the SQL functions answer for an entry. */
export type EntryAnswer = {
  readonly id: string
  readonly type: Entry['type']
  readonly line: number
  readonly depth: number
  readonly number: number
  readonly count: number
  readonly body: Json
  readonly about: Json | null
  readonly at: number
}

export function fromAnswer({ id, type, line, depth, number, count, body, about, at }: EntryAnswer): StoredEntry {
  const entry =
    type === 'message' ? { type, id, depth, number, count, message: body } : { type, id, depth, ...(body as object) }
  return { entry: entry as Entry, line, at, about }
}

/** The newest words of a conversation, as lists show them. */
export function previewOf(message: Message): string | null {
  if (message.role !== 'user' && message.role !== 'assistant') return null
  const words = searchable(beginningOf(message)).replace(/\s+/g, ' ').trim()
  if (words === '') return null
  return words.length <= maxPreview
    ? words
    : `${words
        .slice(0, maxPreview - 1)
        .toWellFormed()
        .trimEnd()}…`
}

const maxPreview = 120

/** The first words of a message, however many parts it has. */
function beginningOf({ parts }: Message): string {
  let text = ''
  for (const part of parts) {
    if (text.length > maxRead) break
    if (part.type === 'text') text += `${text === '' ? '' : '\n'}${part.text.slice(0, maxRead)}`
  }
  return text.slice(0, maxRead)
}

const maxRead = 1_000

function bodyOf(entry: NewEntry): unknown {
  if (entry.type === 'message') return entry.message
  const { type, ...body } = entry
  return body
}

async function columnsOf(entry: NewEntry, pace: () => Promise<void>): Promise<Partial<EntryRow>> {
  switch (entry.type) {
    case 'message': {
      const preview = previewOf(entry.message)
      const row = { role: entry.message.role, tokens: entry.count, words: await wordsOf(entry.message, pace) }
      return preview === null ? row : { ...row, preview }
    }
    case 'compaction':
      return { ref: entry.base, version: entry.version, hidden: hiddenBy(entry.folds) }
    case 'protection':
      return { span: range(entry.span.from, entry.span.to), action: entry.action }
    default:
      return { ref: entry.compaction }
  }
}

/** The depths that text folds take out of the view, as a multirange. */
function hiddenBy(folds: Extract<NewEntry, { type: 'compaction' }>['folds']): string {
  const ranges = folds.flatMap(fold => {
    if (fold.type === 'trim') return []
    const kept = fold.kept.filter(depth => depth >= fold.span.from && depth <= fold.span.to).toSorted((a, b) => a - b)
    const cuts = [fold.span.from - 1, ...kept, fold.span.to + 1]
    return cuts.slice(1).flatMap((to, at) => (to - cuts[at]! > 1 ? [range(cuts[at]! + 1, to - 1)] : []))
  })
  return `{${ranges.join(',')}}`
}

/** Both ends included. */
export const range = (from: number, to: number): string => `[${from},${to}]`
