import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { bodies } from '../gate/route-rule.ts'
import { endpoint, validJson } from './endpoint.ts'

/** Signs a browser in: exchanges the code of the printed address for a cookie. */
export const login = ({ gate }: AppContext) =>
  new Hono().post(
    '/',
    endpoint('Sign in with a code', 'nothing', { access: 'open', cost: 'sign-in', body: bodies.json }),
    validJson(z.strictObject({ code: z.string().max(4_000) })),
    async c => {
      const cookie = await gate.signIn.exchangeCode(c.req.valid('json').code)
      if (cookie === null)
        throw new LonghandError('not-allowed', 'This code was used or is too old. Get a new address.')
      c.header('set-cookie', cookie)
      return c.body(null, 204)
    },
  )
