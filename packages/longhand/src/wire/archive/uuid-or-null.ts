import type { Json } from '../../core/json.ts'

/** An id of another program that can be one here: so what is imported twice is known. */
export const uuidOrNull = (value: Json | undefined): string | null =>
  typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : null

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
