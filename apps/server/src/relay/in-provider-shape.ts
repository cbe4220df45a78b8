import type { MiddlewareHandler } from 'hono'
import { providerError } from './provider-error.ts'

/** H4.20 what we refuse or fail at is told as the provider's own SDK reads it; its own errors pass as they are. */
export const inProviderShape: MiddlewareHandler = async (c, next) => {
  await next()
  const { status } = c.res
  // Whoever asks for headers alone gets no words, and the answer has none to be read.
  if (status < 400 || c.req.method === 'HEAD' || c.res.headers.has('transfer-encoding')) return
  const failure = (await c.res
    .clone()
    .json()
    .catch(() => null)) as Told | null
  if (typeof failure?.sentence !== 'string') return
  const { sentence, details } = failure
  const protocol =
    /^(\/v1)?\/messages/.test(c.req.path) || c.req.header('anthropic-version') ? 'anthropic' : 'openai-chat'
  const headers = new Headers(c.res.headers)
  headers.delete('content-length')
  // Asking again does not help: SDKs would, for a while, where the status is one of a server's failures.
  if (failure.code === 'over-quota') headers.set('x-should-retry', 'false')
  const missing = status === 404 && details?.model !== undefined ? ({ missing: 'model' } as const) : {}
  c.res = new Response(JSON.stringify(providerError(protocol, { status, sentence, ...missing })), { status, headers })
}

/** A failure as every route tells it. */
type Told = {
  readonly code?: unknown
  readonly sentence?: unknown
  readonly details?: { readonly model?: unknown }
}
