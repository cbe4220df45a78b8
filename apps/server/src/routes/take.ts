import { describeRoute, validator } from 'hono-openapi'
import { LonghandError } from 'longhand'
import type { z } from 'zod'

/** What a route does, for the OpenAPI document. */
export const does = (summary: string) => describeRoute({ summary })

/** Takes the JSON body of a request in a shape, or says what is wrong with it. */
export const takes = <Shape extends z.ZodType>(shape: Shape) => validator('json', shape, refuse)

/** Takes the query of a request in a shape. */
export const asks = <Shape extends z.ZodType>(shape: Shape) => validator('query', shape, refuse)

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
