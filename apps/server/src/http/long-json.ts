import type { Context } from 'hono'
import { jsonPieces } from 'longhand/internal/engine'
import { bodyOf } from '../transfer/lines.ts'

/** A JSON response that may hold a whole conversation: written in chunks, without blocking the event loop. */
export const longJson = (c: Context, value: unknown): Response =>
  c.body(bodyOf(jsonPieces(value)), 200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
