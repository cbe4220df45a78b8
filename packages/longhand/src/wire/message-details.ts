import type { Json } from '../core/json.ts'
import { isJsonObject, type JsonObject, textOr } from './json-object.ts'
import type { TranscriptSource } from './source.ts'
import type { MessageDetails } from './transcript.ts'

/** The title that a program, or the person, gave the conversation; null when nobody did. */
export function titleIn({ wrapper, items }: TranscriptSource): string | null {
  const named = (type: string, key: string): string =>
    textOr(items.findLast(({ value }) => value.type === type)?.value[key], '')
  const found = textOr(wrapper?.title, '') || named('custom-title', 'customTitle') || named('ai-title', 'aiTitle')
  return found.trim() === '' ? null : found.slice(0, 1_000)
}

/** A reader for the details of messages, by the places they were read from. */
export function detailsIn({ items }: TranscriptSource): (from: readonly number[], role: string) => MessageDetails {
  const known = new Map<number, MessageDetails>()
  let model: string | null = null
  for (const { index, value } of items) {
    // Codex says at the beginning of a turn which model it asks.
    if (value.type === 'turn_context' && isJsonObject(value.payload)) model = nameOr(value.payload.model, model)
    known.set(index, { at: timeOf(value), model: modelOf(value) ?? model })
  }
  return (from, role) => {
    const details = from.flatMap(index => known.get(index) ?? [])
    const first = <T>(values: readonly (T | null)[]): T | null => values.find(value => value !== null) ?? null
    return {
      at: first(details.map(({ at }) => at)),
      model: role === 'assistant' ? first(details.map(({ model }) => model)) : null,
    }
  }
}

function modelOf({ message, meta, model }: JsonObject): string | null {
  const places = [message, meta].flatMap(place => (isJsonObject(place) ? [place.model] : []))
  return [...places, model].reduce<string | null>((found, value) => found ?? nameOr(value, null), null)
}

/** Claude Code names the messages that it made up itself `<synthetic>`. */
const nameOr = (value: Json | undefined, other: string | null): string | null =>
  typeof value === 'string' && /^[^<\s][^\n]{0,200}$/.test(value) ? value : other

function timeOf({ timestamp, created_at: createdAt, at, meta }: JsonObject): number | null {
  const ts = isJsonObject(meta) ? meta.ts : undefined
  for (const value of [timestamp, createdAt, at, ts]) {
    const time = milliseconds(value)
    if (time !== null) return time
  }
  return null
}

/** A time as logs write it, in milliseconds since 1970; null when it is none. */
export function milliseconds(value: Json | undefined): number | null {
  const time = typeof value === 'string' && value.length < 100 ? Date.parse(value) : value
  if (typeof time !== 'number' || !Number.isFinite(time)) return null
  // Seconds, as OpenAI counts, up to the year 5138; before 1973 nobody spoke with a model.
  const found = Math.round(time < 100_000_000_000 ? time * 1000 : time)
  return found > 0 && found <= lastTime ? found : null
}

/** The end of the year 9999. */
const lastTime = 253_402_300_799_999
