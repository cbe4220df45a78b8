import type { MiddlewareHandler } from 'hono'
import { runHeader } from 'longhand/internal/client'
import type { RequestEnv } from '../request-env.ts'
import { type Audit, type AuditAction, conversationIn, firstUses } from './audit.ts'
import { authenticateClient, type ClientIdentity, clientWithoutKey } from './authenticate-client.ts'
import { prepareBody } from './body.ts'
import type { BodyBudget } from './body-budget.ts'
import { checkBodyType } from './check-body-type.ts'
import { checkHost } from './check-host.ts'
import { checkMethod, type WrongMethod } from './check-method.ts'
import { checkOrigin } from './check-origin.ts'
import { checkPath } from './check-path.ts'
import type { DrainState } from './drain-state.ts'
import type { Limits } from './limits.ts'
import type { Rates } from './rates.ts'
import { type Refusal, type RequestFacts, readRequestFacts } from './request-facts.ts'
import { type RouteRule, ruleOf } from './route-rule.ts'
import { type SharedLimits, tooMany } from './shared-limits.ts'
import { bearerOf, type SignIn } from './sign-in.ts'
import { isAmong, type Tokens } from './tokens.ts'

/** Who may sign in, how often they may ask, and under which host names. */
export type Gate = {
  readonly signIn: SignIn
  /** The operator's tokens for the metrics; null when they are off. */
  readonly operator: Tokens | null
  readonly names: () => ReadonlySet<string>
  readonly rates: Rates
  readonly limits: Limits
  readonly bodies: BodyBudget
  readonly drain: DrainState
  readonly audit: Audit
  readonly sharedLimits: SharedLimits
}

/**
 * All checks before a route sees a request: path, host, origin, owner, rate, body. The router has chosen the route by
 * then, and its rule says what to check; a route without a rule is not served.
 */
export function createGate(gate: Gate, wrongMethod: WrongMethod = () => null): MiddlewareHandler<RequestEnv> {
  const isFirstUse = firstUses()
  return async (c, next) => {
    const request = readRequestFacts(c.req.raw, c.env?.incoming)
    const names = gate.names()
    const rule = ruleOf(c)
    const misdirected = checkPath(request) ?? checkHost(request, names) ?? checkMethod(request)
    if (misdirected !== null || rule === null)
      return refusalResponse(misdirected ?? wrongMethod(c.req.path) ?? nothingHere)
    const foreign = checkOrigin(request, names, rule)
    if (foreign !== null) return refusalResponse(foreign)
    const address = addressOf(request, gate)
    const untried = checkTries(gate, request, { rule, address })
    if (untried !== null) return refusalResponse(untried)
    const known = await identify(gate, request, rule)
    const note = (action: AuditAction, owner: string | null, status: number) =>
      gate.audit({ action, owner, conversation: c.var.made ?? conversationIn(c.req.path), status, address })
    if (known === null && !isAllowedUnsigned(gate, request, rule)) {
      const refused = checkRate(gate, address, 'sign-in') ?? unauthenticatedRefusal(gate, rule)
      if (refused.status === 401 && hasCredentials(request)) note('sign-in', null, 401)
      return refusalResponse(refused)
    }
    if (known !== null && isFirstUse(`${known.owner} ${known.expiresAt}`)) note('sign-in', known.owner, 200)
    const refusal =
      checkRate(gate, known?.owner ?? address, rule.cost) ??
      gate.drain.admit(rule.cost, c.env?.outgoing) ??
      checkBodyType(request, rule) ??
      (known && (await gate.sharedLimits(known, { ...rule, method: request.method })))
    if (refusal !== null) {
      if (known !== null && rule.audit !== undefined && !isBusy(refusal)) note(rule.audit, known.owner, refusal.status)
      return refusalResponse(refusal)
    }
    if (known !== null) {
      c.set('owner', known.owner)
      c.set('expiresAt', known.expiresAt)
      c.set('keys', known.keys)
    }
    c.set('run', c.req.header(runHeader) ?? null)
    const isHeld = rule.body !== null && rule.body.passing !== true
    const counted = isHeld ? gate.bodies.open(`${known?.keys} ${known?.owner ?? address}`, c.env) : null
    try {
      if (rule.body !== null) await prepareBody(c, rule.body, { limits: gate.limits, counted })
      await next()
    } finally {
      counted?.end()
    }
    if (rule.audit !== undefined) note(rule.audit, c.var.owner ?? null, c.res.status)
    if (known?.renewal !== undefined) c.header('set-cookie', known.renewal, { append: true })
    // Nobody reads the body of this response, and its producer would wait for ever.
    if (request.method === 'HEAD') await c.res.body?.cancel()
  }
}

/** Whoever is only told to wait comes again; lines about that would be without end. */
const isBusy = ({ status }: Refusal): boolean => status === 429 || status === 503

const hasCredentials = ({ authorization, cookie, apiKey, token }: RequestFacts): boolean =>
  [authorization, cookie, apiKey, token].some(shown => shown !== null)

/** Who a request comes from, where its route wants to know. */
async function identify(
  { signIn }: Gate,
  request: RequestFacts,
  { access }: RouteRule,
): Promise<ClientIdentity | null> {
  if (access === 'client') return authenticateClient(signIn, request)
  const known = access === 'owner' ? await signIn.authenticate(request) : null
  return known && { ...known, keys: 'server' }
}

/** S an address has so many new tokens looked at; who is signed in is not held up by others at the same one. */
function checkTries(gate: Gate, request: RequestFacts, { rule, address }: Asking): Refusal | null {
  const isAsked = rule.access === 'client' || rule.access === 'owner'
  return isAsked && gate.signIn.isUntried(request) ? checkRate(gate, address, 'new-token') : null
}

type Asking = { readonly rule: RouteRule; readonly address: string }

/** Whether a route answers without a signed-in owner. */
function isAllowedUnsigned({ operator }: Gate, request: RequestFacts, { access }: RouteRule): boolean {
  if (access !== 'operator') return access === 'open'
  return operator !== null && isAmong(operator, bearerOf(request) ?? '') !== null
}

function checkRate({ rates }: Gate, who: string, cost: RouteRule['cost']): Refusal | null {
  const retryAfterMs = cost === 'free' ? 0 : rates.take(who, cost)
  return retryAfterMs === 0 ? null : tooMany(retryAfterMs)
}

/** The address that the outermost of our own proxies saw; anyone can have written what is further left. */
function addressOf({ address, forwarded }: RequestFacts, { limits }: Gate): string {
  const seen = [...(forwarded?.split(',') ?? []).map(one => one.trim()), address]
  return seen.at(-1 - limits.proxies) ?? address
}

function unauthenticatedRefusal({ signIn, operator }: Gate, { access }: RouteRule): Refusal {
  if (access === 'client') return clientWithoutKey(signIn.users)
  if (access === 'owner') return { status: 401, code: 'not-allowed', sentence: signIn.unauthenticated }
  return operator === null ? nothingHere : notOperator
}

const notOperator: Refusal = {
  status: 401,
  code: 'not-allowed',
  sentence: 'Send the token of the data folder as "Authorization: Bearer …".',
}

const nothingHere: Refusal = { status: 404, code: 'not-found', sentence: 'There is nothing at this address.' }

/** The response to a refused request. The body was not read, so the connection cannot be reused. */
export function refusalResponse({ status, code, sentence, retryAfterMs, allow }: Refusal): Response {
  const failure = { code, sentence, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  const headers = {
    connection: 'close',
    ...(retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
    ...(allow === undefined ? {} : { allow }),
  }
  return Response.json(failure, { status, headers })
}
