import type { Json } from '../../core/json.ts'
import type { FailureKind } from './answer.ts'

/** An error in the form of both of OpenAI's protocols. */
export function openaiFailure(kind: FailureKind, message: string): { readonly status: number; readonly body: Json } {
  const [status, type, code] = errors[kind]
  return { status, body: { error: { message, type, param: null, code } } }
}

const errors: Readonly<Record<FailureKind, readonly [number, string, string | null]>> = {
  'bad-request': [400, 'invalid_request_error', null],
  'bad-key': [401, 'invalid_request_error', 'invalid_api_key'],
  'rate-limited': [429, 'rate_limit_error', 'rate_limit_exceeded'],
  unavailable: [500, 'server_error', null],
  overloaded: [503, 'server_error', 'server_is_overloaded'],
  overflow: [400, 'invalid_request_error', 'context_length_exceeded'],
  'too-large': [413, 'invalid_request_error', null],
}
