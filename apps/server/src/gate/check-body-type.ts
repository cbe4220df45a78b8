import { mediaTypeOf } from './media-type.ts'
import type { Knock, Refusal } from './request-facts.ts'
import type { RouteRule } from './route-rule.ts'

/** Refuses a body that the route does not take. A form or a picture on another website cannot send JSON unasked. */
export function checkForm(knock: Knock, { body }: RouteRule): Refusal | null {
  const { encoding, contentType, hasBody } = knock
  if (body === null) return hasBody ? unasked : null
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return packed
  if (contentType === null && !hasBody && body.bare === 'allowed') return null
  const type = mediaTypeOf(contentType ?? '')
  return body.types.some(taken => taken === type) ? null : unwanted(body.types)
}

const unasked: Refusal = { status: 400, code: 'bad-request', sentence: 'Send no body: nothing here reads one.' }

const packed: Refusal = { status: 415, code: 'bad-request', sentence: 'Send the body as it is, without compression.' }

const unwanted = ([type]: readonly string[]): Refusal => ({
  status: 415,
  code: 'bad-request',
  sentence: `Send JSON in UTF-8, with the header "Content-Type: ${type}".`,
})
