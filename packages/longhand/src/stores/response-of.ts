import type { Json } from '../core/json.ts'

/** The id by which an answer is found, from what stands beside it; null when it has none. */
export function responseOf(about: Json | null | undefined): string | null {
  const response = typeof about === 'object' && about !== null && 'response' in about ? about.response : null
  return typeof response === 'string' && isFindable(response) ? response : null
}

/** Whether an answer can be found by this id. Those of providers are short; others might not fit into an index. */
export const isFindable = (response: string): boolean =>
  response !== '' && response.length <= maxLength && response.isWellFormed() && !response.includes('\0')

const maxLength = 200
