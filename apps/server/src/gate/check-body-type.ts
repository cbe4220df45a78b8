import { mediaTypeOf } from './media-type.ts'
import type { Refusal, RequestFacts } from './request-facts.ts'
import type { RouteRule } from './route-rule.ts'

/** Refuses a body type that the route does not accept. A form or an image on another website cannot send JSON without a preflight. */
export function checkBodyType(request: RequestFacts, { body }: RouteRule): Refusal | null {
  const { method, encoding, contentType, hasBody } = request
  // A length that goes on to a provider without its bytes would take those of whoever uses the connection next.
  const mayHaveOne = body !== null && method !== 'GET' && method !== 'HEAD'
  if (hasBody && !mayHaveOne) return unexpectedBody
  if (body === null) return null
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return compressedBody
  if (contentType === null && !hasBody && body.empty === 'allowed') return null
  const type = mediaTypeOf(contentType ?? '')
  if (body.types === 'any') return type === null && contentType !== null ? unreadableType : null
  return body.types.some(taken => taken === type) ? null : unsupportedType(body.types)
}

const unexpectedBody: Refusal = { status: 400, code: 'bad-request', sentence: 'This route takes no body. Send none.' }

const compressedBody: Refusal = {
  status: 415,
  code: 'bad-request',
  sentence: 'Send the body as it is, without compression.',
}

const unreadableType: Refusal = {
  status: 415,
  code: 'bad-request',
  sentence: 'Send one type of content, well formed, with text in UTF-8.',
}

const unsupportedType = ([type]: readonly string[]): Refusal => ({
  status: 415,
  code: 'bad-request',
  sentence: `Send JSON in UTF-8, with the header "Content-Type: ${type}".`,
})
