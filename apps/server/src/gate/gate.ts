import type { MiddlewareHandler } from 'hono'
import { runHeader } from 'longhand/internal/client'
import type { Asked } from '../request-env.ts'
import { takeBody } from './body.ts'
import { checkForm } from './check-body-type.ts'
import { checkHost } from './check-host.ts'
import { checkMethod } from './check-method.ts'
import { checkOrigin } from './check-origin.ts'
import { checkPath } from './check-path.ts'
import type { Limits } from './limits.ts'
import type { Rates } from './rates.ts'
import { type Knock, knockOf, type Refusal } from './request-facts.ts'
import { type RouteRule, ruleOf } from './route-rule.ts'
import { bearerOf, type SignIn } from './sign-in.ts'
import { sameSecret } from './token.ts'
import type { WrongMethod } from './wrong-method.ts'

/** Who may come in, how often, and under which names we are known. */
export type Gate = {
  readonly signIn: SignIn
  /** The token that whoever runs the server shows for its metrics; null when nobody is to have them. */
  readonly operator: string | null
  readonly names: () => ReadonlySet<string>
  readonly rates: Rates
  readonly limits: Limits
}

/**
 * Everything that is asked before a route sees a request: where to, where from, by whom, how often, how much. The
 * router has chosen the route by then, and the rule of that route says what to ask; without a rule nothing is served.
 */
export function createGate(gate: Gate, wrongMethod: WrongMethod = () => null): MiddlewareHandler<Asked> {
  return async (c, next) => {
    const knock = knockOf(c.req.raw, c.env?.incoming)
    const names = gate.names()
    const rule = ruleOf(c)
    const misled = checkPath(knock) ?? checkHost(knock, names) ?? checkMethod(knock)
    if (misled !== null || rule === null) return refuse(misled ?? wrongMethod(c.req.path) ?? nowhere)
    const foreign = checkOrigin(knock, names, rule)
    if (foreign !== null) return refuse(foreign)
    const known = rule.access === 'owner' ? await gate.signIn.knows(knock) : null
    if (known === null && !isOpenTo(gate, knock, rule))
      return refuse(checkRate(gate, addressOf(knock, gate), 'sign-in') ?? unknownTo(gate, rule))
    const refusal = checkRate(gate, known?.owner ?? addressOf(knock, gate), rule.cost) ?? checkForm(knock, rule)
    if (refusal !== null) return refuse(refusal)
    if (known !== null) {
      c.set('owner', known.owner)
      c.set('until', known.until)
    }
    c.set('run', c.req.header(runHeader) ?? null)
    if (rule.body !== null) await takeBody(c, rule.body, gate.limits)
    await next()
    // Nobody reads the body of such an answer, and what makes it would wait for that for ever.
    if (knock.method === 'HEAD') await c.res.body?.cancel()
  }
}

/** Whether a route answers to somebody without asking for their name. */
function isOpenTo({ operator }: Gate, knock: Knock, { access }: RouteRule): boolean {
  if (access !== 'operator') return access === 'open'
  return operator !== null && sameSecret(bearerOf(knock) ?? '', operator)
}

function checkRate({ rates }: Gate, who: string, cost: RouteRule['cost']): Refusal | null {
  const retryAfterMs = cost === 'free' ? 0 : rates.take(who, cost)
  if (retryAfterMs === 0) return null
  const sentence = `Too many requests. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  return { status: 429, code: 'rate-limited', sentence, retryAfterMs }
}

/** The address that the outermost of our own proxies saw; what stands further to the left anyone can have written. */
function addressOf({ address, forwarded }: Knock, { limits }: Gate): string {
  const seen = [...(forwarded?.split(',') ?? []).map(one => one.trim()), address]
  return seen.at(-1 - limits.proxies) ?? address
}

function unknownTo({ signIn, operator }: Gate, { access }: RouteRule): Refusal {
  if (access === 'owner') return { status: 401, code: 'not-allowed', sentence: signIn.stranger }
  return operator === null ? nowhere : notOperator
}

const notOperator: Refusal = {
  status: 401,
  code: 'not-allowed',
  sentence: 'Send the token of the data folder as "Authorization: Bearer …".',
}

const nowhere: Refusal = { status: 404, code: 'not-found', sentence: 'There is nothing at this address.' }

/** The answer to who is turned away. The body was not read, so the connection is of no use to the next request. */
export function refuse({ status, code, sentence, retryAfterMs, allow }: Refusal): Response {
  const failure = { code, sentence, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  const headers = {
    connection: 'close',
    ...(retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
    ...(allow === undefined ? {} : { allow }),
  }
  return Response.json(failure, { status, headers })
}
