import type { UpstreamProtocol } from '../models/upstreams.ts'

/** What went wrong here, and whether it is the model that nobody has, or a thread that its client has to begin again. */
export type RelayFailure = { readonly status: number; readonly sentence: string; readonly missing?: 'model' | 'thread' }

/** H4.20 a failure of ours as the provider's own SDK reads it. */
export function providerError(protocol: UpstreamProtocol, { status, sentence, missing }: RelayFailure): object {
  const type = errorTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  const details = missing === 'thread' ? { details: { error_code: 'thread_not_found' } } : {}
  if (protocol === 'anthropic') return { type: 'error', error: { type, message: sentence, ...details } }
  if (missing === 'model')
    return { error: { message: sentence, type: 'invalid_request_error', param: 'model', code: 'model_not_found' } }
  return {
    error: { message: sentence, type: status >= 500 ? 'server_error' : type, param: null, code: codes[status] ?? null },
  }
}

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
}

const codes: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  429: 'rate_limit_exceeded',
}
