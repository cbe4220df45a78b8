import type { Json } from '../../core/json.ts'
import { unescapedJson } from './unescaped-json.ts'

/** The strings and numbers of a value as plain text: what people would read, without the punctuation. */
export function jsonText(value: Json, depth = 0): string {
  // The bytes of a picture that a tool returned: nobody reads them, and whoever writes a summary pays for them.
  if (typeof value === 'string') return depth > 0 && isBytes.test(value) ? '[…]' : unescapedJson(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean' || depth > maxDepth) return ''
  const items = Array.isArray(value) ? value : Object.values(value)
  const texts = items.slice(0, maxItems).map(item => jsonText(item, depth + 1))
  // Lists of objects are written one per line, the fields of one object side by side.
  const between = Array.isArray(value) && value.some(item => typeof item === 'object') ? '\n' : ' '
  return texts.filter(text => text !== '').join(between)
}

/** Base64 goes on for longer than any word; the start tells. */
const isBytes = /^(?:data:[\w.+/;=-]{1,100},)?[\w+/]{1000}/

const maxDepth = 12
const maxItems = 2_000
