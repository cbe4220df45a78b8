import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AuditAction } from './audit.ts'
import type { Limits } from './limits.ts'
import type { MediaType } from './media-type.ts'
import type { Cost } from './rates.ts'

/** What the gate asks of a request before a route sees it. Every route declares one; what has none is not served. */
export type RouteRule = {
  /** Everyone, people who are signed in, their programs that know nothing of us, or the operator of the server. */
  readonly access: 'open' | 'owner' | 'client' | 'operator'
  /** What it is counted as. */
  readonly cost: Cost | 'free'
  /** Whether it adds to what its owner stores, where the cost does not say so. */
  readonly stores?: true
  /** What it takes; null takes nothing. */
  readonly body: BodyRule | null
  /** What it is noted as in the audit log; nothing when left out. */
  readonly audit?: AuditAction
  /** Whether a document without an origin may ask for it, as the frame does that draws diagrams. */
  readonly framed?: true
}

/** The body that a route takes. */
export type BodyRule = {
  /** `any` is for bytes that are passed on as they are. */
  readonly types: readonly MediaType[] | 'any'
  readonly maxBytes: (limits: Limits) => number
  /** How much JSON the gate lets through before it is parsed; `streamed` bodies are checked by the route as they come. */
  readonly json: { readonly maxKeys: number; readonly maxValues: number } | 'streamed'
  /** Whether its bytes go on as they come, and are never here together. */
  readonly passing?: true
  /** Whether a request may come without one, and without a type. */
  readonly empty: 'allowed' | 'refused'
}

const json: BodyRule = {
  types: ['application/json'],
  maxBytes: ({ bodyBytes }) => bodyBytes,
  json: { maxKeys: 2_000, maxValues: 20_000 },
  empty: 'refused',
}

const MiB = 1024 * 1024

/** A history that comes from elsewhere may be long. */
const history: BodyRule = {
  ...json,
  maxBytes: ({ bodyBytes }) => Math.max(64 * MiB, bodyBytes),
  json: { maxKeys: 500_000, maxValues: 1_000_000 },
}

/** The bodies there are. */
export const bodies = {
  json,
  /** For a tab that closes: its beacon cannot carry a body. */
  optionalJson: { ...json, empty: 'allowed' },
  /** Messages may carry files. */
  message: { ...json, maxBytes: ({ messageBytes }) => messageBytes },
  history,
  /** The request of a client of the relay, which scans it as bytes. */
  relay: { ...history, maxBytes: ({ relayBytes }) => relayBytes, json: 'streamed' },
  /** Whatever a client sends to its provider besides conversations, files among it: nothing here reads it. */
  passedOn: { types: 'any', maxBytes: () => 512 * MiB, json: 'streamed', empty: 'allowed', passing: true },
  /** An export in lines of JSON, or what another program has written, packed too. */
  transfer: { ...history, types: ['application/json', 'application/x-ndjson', 'application/zip'] },
} as const satisfies Readonly<Record<string, BodyRule>>

/** What a route asks for unless it says otherwise: an owner, and a small JSON body unless it reads or deletes. */
const defaultRule = (method: string): RouteRule => ({
  access: 'owner',
  cost: isRead(method) ? 'read' : 'change',
  body: isRead(method) || method === 'DELETE' ? null : json,
})

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** For the page and the health checks: they reveal nothing and cost nothing. */
export const openToAll: RouteRule = { access: 'open', cost: 'free', body: null }

/** For what the frame loads that draws diagrams: it reveals nothing either. */
export const openToFrames: RouteRule = { ...openToAll, framed: true }

const rules = new WeakMap<object, Partial<RouteRule>>()

/** Makes a handler the declaration of its route. What the rule leaves out follows from the method. */
export function withRule<Handler extends MiddlewareHandler>(handler: Handler, rule: Partial<RouteRule> = {}): Handler {
  rules.set(handler, rule)
  return handler
}

/** The rule that a handler declares for a method; null when it declares none. */
export function ruleIn(handler: object, method: string): RouteRule | null {
  const declared = rules.get(handler)
  return declared === undefined ? null : { ...defaultRule(method), ...declared }
}

/** The rule of the route that the router has chosen for a request; null when there is no such route. */
export function ruleOf(c: Context): RouteRule | null {
  const declared = matchedRoutes(c).find(({ handler }) => rules.has(handler))
  return declared === undefined ? null : ruleIn(declared.handler, c.req.method)
}
