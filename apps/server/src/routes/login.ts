import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { bodies } from '../gate/route-rule.ts'
import type { RequestEnv } from '../request-env.ts'
import { endpoint, validJson } from './endpoint.ts'

/** Signs a browser in: exchanges the code of a printed address for a cookie. `longhand open` asks for another address. */
export const login = ({ gate }: AppContext) =>
  new Hono<RequestEnv>()
    .post(
      '/',
      endpoint('Sign in with a code', 'nothing', {
        access: 'open',
        cost: 'sign-in',
        body: bodies.json,
        audit: 'sign-in',
      }),
      validJson(z.strictObject({ code: z.string().max(4_000) })),
      async c => {
        const signedIn = await gate.signIn.exchangeCode(c.req.valid('json').code)
        if (signedIn === null) throw new LonghandError('not-allowed', gate.signIn.unauthenticated)
        c.set('owner', signedIn.owner)
        c.header('set-cookie', signedIn.cookie)
        return c.body(null, 204)
      },
    )
    .delete('/', endpoint('Sign this browser out', 'nothing', { audit: 'sign-out' }), async c => {
      c.header('set-cookie', gate.signIn.signOutCookie())
      return c.body(null, 204)
    })
    .post(
      '/address',
      endpoint('Get an address that signs in a browser', z.strictObject({ address: z.string() })),
      async c => {
        if (gate.signIn.users === 'many') throw new LonghandError('not-allowed', 'Sign in with a token of your issuer.')
        // The gate has checked that the host is one of ours.
        return c.json({ address: gate.signIn.signInUrl(new URL(c.req.url).origin) })
      },
    )
