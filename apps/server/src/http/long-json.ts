import type { Context } from 'hono'
import { jsonPieces } from 'longhand/internal/engine'
import { bodyOf } from '../transfer/lines.ts'

/** An answer in JSON that is written already, in pieces. */
export const jsonInPieces = (c: Context, pieces: AsyncIterable<string> | Iterable<string>): Response =>
  c.body(bodyOf(pieces), 200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })

/** An answer in JSON that may hold every word of a conversation: written in pieces, without holding up anyone else. */
export const longJson = (c: Context, value: unknown): Response => jsonInPieces(c, jsonPieces(value))
