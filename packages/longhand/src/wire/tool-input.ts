import type { Json } from '../core/json.ts'
import type { ToolCallPart } from '../core/message.ts'
import { isJsonObject } from './json-object.ts'
import { parseJson } from './parse-json.ts'

/**
 * The input of a call whose arguments are a JSON string. Only an object is parsed: anything else, broken JSON too, stays
 * a string, so that it can be written back unchanged.
 */
export function readInput(written: string): Pick<ToolCallPart, 'input' | 'provider'> {
  const parsed = parseJson(written)
  if ('problem' in parsed || !isJsonObject(parsed.value)) return { input: written }
  // Models format their JSON differently, and a prompt cache compares bytes.
  const same = JSON.stringify(parsed.value) === written
  return same ? { input: parsed.value } : { input: parsed.value, provider: { openai: { arguments: written } } }
}

export const writeInput = (input: Json): string => (typeof input === 'string' ? input : JSON.stringify(input))
