import type { Json } from '../core/json.ts'
import { isList } from '../wire/json-object.ts'

/** What a tool returned, as providers take it: a text, or a list of blocks. */
export const outputOf = (output: Json): Json =>
  typeof output === 'string' || isList(output) ? output : JSON.stringify(output)
