import type { Context } from 'hono'
import { writeJson } from 'longhand/engine'

/** An answer in JSON that may hold every word of a conversation: written without holding up anyone else. */
export const longJson = async (c: Context, value: unknown): Promise<Response> =>
  c.body(await writeJson(value), 200, { 'content-type': 'application/json' })
