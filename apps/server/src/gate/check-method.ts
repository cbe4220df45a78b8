import type { Knock, Refusal } from './request-facts.ts'

/** No other website may ask what it is allowed to do, so not even the question (OPTIONS) is answered. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Refuses methods that no route has. */
export function checkMethod({ method }: Knock): Refusal | null {
  return methods.includes(method) ? null : odd
}

const odd: Refusal = {
  status: 405,
  code: 'bad-request',
  sentence: `Nothing here answers to this method. Use ${methods.join(', ')}.`,
  allow: methods.join(', '),
}
