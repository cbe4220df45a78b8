import type { MiddlewareHandler } from 'hono'
import { doubledSlash } from './check-address.ts'
import { providerError } from './provider-error.ts'

/** H4.19, H4.20 what we refuse or fail at is told as the provider's own SDK reads it; its own errors pass as they are. */
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
  const { code, details } = failure
  const sentence = doubledSlash(c.req.path, new URL(c.req.url).origin) ?? failure.sentence
  const protocol =
    /^\/*(v1\/+)*messages/.test(c.req.path) || c.req.header('anthropic-version') ? 'anthropic' : 'openai-chat'
  const headers = new Headers(c.res.headers)
  headers.delete('content-length')
  headers.set('longhand-relay', `${maybeKept.has(status) ? 'failed' : 'refused'}; why=${code}`)
  // Asking again does not help: SDKs would, for a while, where the status is one of a server's failures.
  if (code === 'over-quota') headers.set('x-should-retry', 'false')
  const missing = status === 404 && details?.model !== undefined ? ({ missing: 'model' } as const) : {}
  c.res = new Response(JSON.stringify(providerError(protocol, { status, sentence, ...missing })), { status, headers })
}

/** Statuses of what goes wrong on the way to the provider or back, when the request may have been stored. */
const maybeKept: ReadonlySet<number> = new Set([500, 502, 504])

/** A failure as every route tells it. */
type Told = {
  readonly code?: unknown
  readonly sentence?: unknown
  readonly details?: { readonly model?: unknown }
}
