import type { Json } from '../core/json.ts'
import type { ToolCallPart } from '../core/message.ts'
import { isFields } from './fields.ts'
import { parseJson } from './json-text.ts'

/**
 * The input of a call whose arguments are written as a text. Only an object is taken apart: anything else, broken JSON
 * too, stays the text it is, so that it can be written back as it was.
 */
export function readInput(written: string): Pick<ToolCallPart, 'input' | 'provider'> {
  const parsed = parseJson(written)
  if ('problem' in parsed || !isFields(parsed.value)) return { input: written }
  // Models space their JSON each in their own way, and a prompt cache compares bytes.
  const same = JSON.stringify(parsed.value) === written
  return same ? { input: parsed.value } : { input: parsed.value, provider: { openai: { arguments: written } } }
}

export const writeInput = (input: Json): string => (typeof input === 'string' ? input : JSON.stringify(input))
