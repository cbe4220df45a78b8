import type { MiddlewareHandler } from 'hono'
import { runHeader } from 'longhand/client'
import type { Asked } from '../asked.ts'
import { takeBody } from './body.ts'
import { checkForm } from './check-form.ts'
import { checkHost } from './check-host.ts'
import { checkOrigin } from './check-origin.ts'
import { changes, isGuarded, knockOf, type Refusal } from './knock.ts'
import type { SignIn } from './sign-in.ts'

/** Who may come in, and under which names we are known. */
export type Gate = { readonly signIn: SignIn; readonly names: () => ReadonlySet<string> }

/** Everything that is asked before a route sees a request: where to, where from, in what form, by whom, how much. */
export function createGate({ signIn, names }: Gate): MiddlewareHandler<Asked> {
  return async (c, next) => {
    const knock = knockOf(c.req.raw, c.env?.incoming)
    const refusal = checkHost(knock, names()) ?? checkOrigin(knock, names()) ?? checkForm(knock)
    if (refusal !== null) return refuse(refusal)
    if (isGuarded(knock)) {
      const owner = await signIn.ownerOf(knock)
      if (owner === null) return refuse(unknown)
      c.set('owner', owner)
    }
    c.set('run', c.req.header(runHeader) ?? null)
    return changes(knock) ? takeBody(c, next) : next()
  }
}

const unknown: Refusal = {
  status: 401,
  code: 'not-allowed',
  sentence: 'This browser is not signed in. Open the address that the server printed.',
}

// The body was not read, so the connection is of no use to the next request.
const refuse = ({ status, code, sentence }: Refusal): Response =>
  Response.json({ code, sentence }, { status, headers: { connection: 'close' } })
