import { describeRoute, resolver, validator } from 'hono-openapi'
import { LonghandError } from 'longhand'
import type { z } from 'zod'
import { type RouteRule, withRule } from '../gate/route-rule.ts'
import { errorSchema } from '../schemas/app.ts'

/** Declares a route: what it does, what it responds with (JSON, another type, or nothing), and its rule. Comes first in every route. */
export const endpoint = (summary: string, answer: z.ZodType | AnswerType | 'nothing', rule: Partial<RouteRule> = {}) =>
  withRule(
    describeRoute({
      summary,
      responses: {
        ...(answer === 'nothing'
          ? { 204: { description: 'Done' } }
          : { 200: { description: 'Done', content: of(answer) } }),
        default: { description: 'It failed', content: of(errorSchema) },
      },
    }),
    rule,
  )

type AnswerType = 'text/event-stream' | 'text/plain' | 'application/octet-stream'

const of = (answer: z.ZodType | AnswerType) =>
  typeof answer === 'string'
    ? { [answer]: { schema: { type: 'string' as const } } }
    : { 'application/json': { schema: resolver(answer) } }

/** Validates the JSON body of a request. */
export const validJson = <Shape extends z.ZodType>(shape: Shape) => validator('json', shape, refuse)

/** Validates the query of a request. */
export const validQuery = <Shape extends z.ZodType>(shape: Shape) => validator('query', shape, refuse)

/** For the OpenAPI document: the JSON body of a route that parses it itself. */
export const describedBody = (shape: z.ZodType) =>
  describeRoute({
    requestBody: { required: true, content: { 'application/json': { schema: resolver(shape) as never } } },
  })

/** Parses a value by a schema; throws with what is wrong. */
export function parseRequest<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const found = shape.safeParse(value)
  refuse(found.success ? { success: true } : { success: false, error: found.error.issues })
  return found.data!
}

type Verdict =
  | { readonly success: true }
  | { readonly success: false; readonly error: readonly { readonly message: string; readonly path?: Path }[] }
type Path = readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined

function refuse(verdict: Verdict): void {
  if (verdict.success) return
  const [issue] = verdict.error
  const at = issue?.path?.map(step => String(typeof step === 'object' ? step.key : step)).join('.') ?? ''
  throw new LonghandError('bad-request', `${at === '' ? 'The request' : at}: ${issue?.message ?? 'wrong shape'}.`)
}
