import type { Context } from 'hono'
import { providerError } from './provider-error.ts'

/** H4.18 clients that would rather have a WebSocket take the usual way at once when they are told so. */
export const refuseWebSocket = (c: Context): Response =>
  c.json(
    providerError('openai-chat', { status: 426, sentence: 'There are no WebSockets here. Send the request by HTTP.' }),
    426,
    { 'longhand-relay': 'refused; why=web-socket' },
  )
