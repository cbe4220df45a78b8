import type { Refusal, RequestFacts } from './request-facts.ts'

/** No other website may ask what it is allowed to do, so not even the question (OPTIONS) is answered. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

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
