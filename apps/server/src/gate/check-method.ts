import type { Hono } from 'hono'
import type { RequestEnv } from '../request-env.ts'
import type { Refusal, RequestFacts } from './request-facts.ts'
import { ruleIn } from './route-rule.ts'

/** OPTIONS is not among them: no other website may ask what it is allowed to do. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Refuses methods that no route has. */
export function checkMethod({ method }: RequestFacts): Refusal | null {
  return methods.includes(method) ? null : unknownMethod
}

const unknownMethod: Refusal = {
  status: 405,
  code: 'bad-request',
  sentence: `This method is not supported. Use ${methods.join(', ')}.`,
  allow: methods.join(', '),
}

/** The refusal for a path that exists, but not for this method; null when the path does not exist. */
export type WrongMethod = (path: string) => Refusal | null

export const wrongMethodIn =
  ({ router }: Pick<Hono<RequestEnv>, 'router'>): WrongMethod =>
  path => {
    const answers = (method: string): boolean => {
      const matched = router.match(method, path)[0].map(([[, route]]) => route)
      // A route for every method is the fallback.
      return matched.find(({ handler }) => ruleIn(handler, method) !== null)?.method === method
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
