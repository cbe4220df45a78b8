import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { type Fields, isFields, isList } from './fields.ts'
import { parseJson } from './json-text.ts'
import type { Skipped } from './transcript.ts'

/** What a text holds before its format is known: a list of objects, and perhaps an object around the list. */
export type Source = {
  readonly around: Fields | null
  readonly items: readonly Item[]
  readonly skipped: readonly Skipped[]
  readonly unit: 'line' | 'item'
}

export type Item = { readonly index: number; readonly value: Fields }

/** Opens a text that is one JSON value, or one JSON object per line. */
export function openSource(text: string): Source {
  const body = text.replace(/^\uFEFF/, '')
  if (body.trim() === '') throw bad('The transcript is empty. Give a file with messages in it.')
  const whole = parseJson(body)
  const source = 'value' in whole ? sourceOf(whole.value) : lineSource(body)
  if (source.items.length > 0 || source.skipped.length === 0) return source
  if ('problem' in whole && source.unit === 'line') {
    throw bad(`The transcript ${whole.problem}, and no line of it is a JSON object. Give a JSON or JSONL file.`)
  }
  throw bad(`Item ${source.skipped[0]!.index} ${source.skipped[0]!.problem}. Give a list of messages.`)
}

/** The keys under which the programs we know keep their list. */
const listKeys = ['messages', 'entries', 'input', 'output'] as const

/** What a JSON value holds: a list, or an object around one. */
export function sourceOf(value: Json): Source {
  if (isList(value)) return { around: null, unit: 'item', ...sift(value) }
  if (!isFields(value)) throw bad('The transcript is a single value. Give a list of messages.')
  const key = listKeys.find(name => isList(value[name]))
  if (key !== undefined) return { around: value, unit: 'item', ...sift(value[key] as readonly Json[]) }
  return { around: null, unit: 'line', items: [{ index: 0, value }], skipped: [] }
}

function lineSource(text: string): Source {
  const items: Item[] = []
  const skipped: Skipped[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseJson(line)
    if ('problem' in parsed) skipped.push({ index, problem: parsed.problem.replace(/ \([^()]*\)$/, '') })
    else if (isFields(parsed.value)) items.push({ index, value: parsed.value })
    else skipped.push({ index, problem: notAnObject })
  }
  return { around: null, items, skipped, unit: 'line' }
}

function sift(values: readonly Json[]): Pick<Source, 'items' | 'skipped'> {
  const items = values.flatMap((value, index) => (isFields(value) ? [{ index, value }] : []))
  const skipped = values.flatMap((value, index) => (isFields(value) ? [] : [{ index, problem: notAnObject }]))
  return { items, skipped }
}

const notAnObject = 'is not a JSON object'

const bad = (sentence: string): LonghandError => new LonghandError('bad-transcript', sentence)
