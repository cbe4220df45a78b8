import type { MiddlewareHandler } from 'hono'
import { runHeader } from 'longhand/client'
import type { Asked } from '../asked.ts'
import { takeBody } from './body.ts'
import { checkForm } from './check-form.ts'
import { checkHost } from './check-host.ts'
import { checkOrigin } from './check-origin.ts'
import { changes, isGuarded, type Knock, knockOf, type Refusal } from './knock.ts'
import type { Limits } from './limits.ts'
import { type Cost, costOf, type Rates } from './rates.ts'
import type { SignIn } from './sign-in.ts'

/** Who may come in, how often, and under which names we are known. */
export type Gate = {
  readonly signIn: SignIn
  readonly names: () => ReadonlySet<string>
  readonly rates: Rates
  readonly limits: Limits
}

/** Everything that is asked before a route sees a request: where to, where from, in what form, by whom, how much. */
export function createGate(gate: Gate): MiddlewareHandler<Asked> {
  const body = takeBody(gate.limits)
  return async (c, next) => {
    const knock = knockOf(c.req.raw, c.env?.incoming)
    const names = gate.names()
    const refusal = checkHost(knock, names) ?? checkOrigin(knock, names) ?? checkForm(knock)
    if (refusal !== null) return refuse(refusal)
    const known = isGuarded(knock) ? await gate.signIn.knows(knock) : null
    if (isGuarded(knock) && known === null)
      return refuse(checkRate(gate, addressOf(knock, gate), 'sign-in') ?? stranger(gate))
    const busy = isCounted(knock) ? checkRate(gate, known?.owner ?? addressOf(knock, gate), costOf(knock)) : null
    if (busy !== null) return refuse(busy)
    if (known !== null) {
      c.set('owner', known.owner)
      c.set('until', known.until)
    }
    c.set('run', c.req.header(runHeader) ?? null)
    return changes(knock) ? body(c, next) : next()
  }
}

/** The page and the health of the server cost nothing. */
const isCounted = ({ path }: Knock): boolean => path.startsWith('/api/')

function checkRate({ rates }: Gate, who: string, cost: Cost): Refusal | null {
  const retryAfterMs = rates.take(who, cost)
  if (retryAfterMs === 0) return null
  const sentence = `Too many requests. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  return { status: 429, code: 'rate-limited', sentence, retryAfterMs }
}

/** The address that the outermost of our own proxies saw; what stands further to the left anyone can have written. */
function addressOf({ address, forwarded }: Knock, { limits }: Gate): string {
  const seen = [...(forwarded?.split(',') ?? []).map(one => one.trim()), address]
  return seen.at(-1 - limits.proxies) ?? address
}

const stranger = ({ signIn }: Gate): Refusal => ({ status: 401, code: 'not-allowed', sentence: signIn.stranger })

// The body was not read, so the connection is of no use to the next request.
function refuse({ status, code, sentence, retryAfterMs }: Refusal): Response {
  const wait = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
  const failure = { code, sentence, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  return Response.json(failure, { status, headers: { connection: 'close', ...wait } })
}
