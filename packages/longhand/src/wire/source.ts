import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { isJsonObject, isList, type JsonObject } from './json-object.ts'
import { parseJson } from './parse-json.ts'
import type { Skipped } from './transcript.ts'

/** The content of a text before its format is known: a list of objects, and perhaps an object around the list. */
export type TranscriptSource = {
  readonly wrapper: JsonObject | null
  readonly items: readonly SourceItem[]
  readonly skipped: readonly Skipped[]
  readonly unit: 'line' | 'item'
}

export type SourceItem = { readonly index: number; readonly value: JsonObject }

/** Opens a text that is one JSON value, or one JSON object per line. */
export function openSource(text: string): TranscriptSource {
  const body = text.replace(/^\uFEFF/, '')
  if (body.trim() === '') throw badTranscript('The transcript is empty. Give a file with messages in it.')
  const whole = parseJson(body)
  const source = 'value' in whole ? sourceOf(whole.value) : lineSource(body)
  if (source.items.length > 0 || source.skipped.length === 0) return source
  if ('problem' in whole && source.unit === 'line') {
    throw badTranscript(
      `The transcript ${whole.problem}, and no line of it is a JSON object. Give a JSON or JSONL file.`,
    )
  }
  throw badTranscript(`Item ${source.skipped[0]!.index} ${source.skipped[0]!.problem}. Give a list of messages.`)
}

/** The keys under which known programs keep their list. */
const listKeys = ['messages', 'entries', 'input', 'output'] as const

/** The source in a JSON value: a list, or an object around one. */
export function sourceOf(value: Json): TranscriptSource {
  if (isList(value)) return { wrapper: null, unit: 'item', ...splitItems(value) }
  if (!isJsonObject(value)) throw badTranscript('The transcript is a single value. Give a list of messages.')
  const key = listKeys.find(name => isList(value[name]))
  if (key !== undefined) return { wrapper: value, unit: 'item', ...splitItems(value[key] as readonly Json[]) }
  return { wrapper: null, unit: 'line', items: [{ index: 0, value }], skipped: [] }
}

function lineSource(text: string): TranscriptSource {
  const items: SourceItem[] = []
  const skipped: Skipped[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseJson(line)
    if ('problem' in parsed) skipped.push({ index, problem: parsed.problem.replace(/ \([^()]*\)$/, '') })
    else if (isJsonObject(parsed.value)) items.push({ index, value: parsed.value })
    else skipped.push({ index, problem: notAnObject })
  }
  return { wrapper: null, items, skipped, unit: 'line' }
}

function splitItems(values: readonly Json[]): Pick<TranscriptSource, 'items' | 'skipped'> {
  const items = values.flatMap((value, index) => (isJsonObject(value) ? [{ index, value }] : []))
  const skipped = values.flatMap((value, index) => (isJsonObject(value) ? [] : [{ index, problem: notAnObject }]))
  return { items, skipped }
}

const notAnObject = 'is not a JSON object'

const badTranscript = (sentence: string): LonghandError => new LonghandError('bad-transcript', sentence)
