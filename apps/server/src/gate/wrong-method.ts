import type { Hono } from 'hono'
import type { RequestEnv } from '../request-env.ts'
import { methods } from './check-method.ts'
import type { Refusal } from './request-facts.ts'
import { ruleIn } from './route-rule.ts'

/** What to say to who used a method that an address does not have, but others; null when there is nothing at all. */
export type WrongMethod = (path: string) => Refusal | null

export const wrongMethodIn =
  ({ router }: Pick<Hono<RequestEnv>, 'router'>): WrongMethod =>
  path => {
    const answers = (method: string): boolean => {
      const matched = router.match(method, path)[0].map(([[, route]]) => route)
      // What answers to every method is what is left over.
      return matched.find(({ handler }) => ruleIn(handler) !== null)?.method === method
    }
    const allowed = methods.filter(method => answers(method === 'HEAD' ? 'GET' : method))
    return allowed.length === 0 ? null : refusalOf(allowed.join(', '))
  }

const refusalOf = (allow: string): Refusal => ({
  status: 405,
  code: 'bad-request',
  sentence: `This address does not support that method. Use ${allow}.`,
  allow,
})
