/** What an error of a provider package holds that tells what happened, wherever it holds it. */
export type Evidence = {
  readonly names: readonly string[]
  readonly status: number | null
  /** Words that providers mean for programs: `context_length_exceeded`, `overloaded_error`, `RESOURCE_EXHAUSTED`. */
  readonly codes: readonly string[]
  /** Everything that was said. It may hold secrets. */
  readonly text: string
  readonly retryAfterMs: number | null
}

/** Gathers from an error, the errors behind it, and the answer it quotes. */
export function gather(error: unknown): Evidence {
  const errors = behind(error)
  const bodies = errors.flatMap(bodiesOf)
  const text = [...errors.map(said), ...bodies.map(written)].join('\n')
  return {
    names: errors.flatMap(one => (typeof one.name === 'string' ? [one.name] : [])),
    status: errors.map(one => one.statusCode ?? one.status).find(isStatus) ?? null,
    codes: [...errors, ...bodies].flatMap(codesIn),
    text,
    retryAfterMs: errors.map(waitInHeaders).find(isNumber) ?? waitInText(text),
  }
}

type Fields = { readonly [key: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isStatus = (value: unknown): value is number => isNumber(value) && value >= 400

/** The error itself, and those it wraps: the last attempt of a retry, and causes. */
function behind(error: unknown): readonly Fields[] {
  const found: Fields[] = []
  let next: unknown = typeof error === 'string' ? { message: error } : error
  // Bounded, because nothing forbids an error that causes itself.
  while (isFields(next) && found.length < 8) {
    found.push(next)
    next = next.lastError ?? next.cause ?? (next.message === undefined ? next.error : undefined)
  }
  return found
}

const said = ({ name, message, code }: Fields): string =>
  quoting.includes(String(name)) ? '' : [message, code].filter(part => typeof part === 'string').join(' ')

/** Errors that quote what the model said: its words about limits are no evidence of one. */
const quoting = ['AI_JSONParseError', 'AI_TypeValidationError', 'SyntaxError', 'ZodError', '$ZodError']

function written(body: unknown): string {
  try {
    return JSON.stringify(body) ?? ''
  } catch {
    // Someone put a cycle or a bigint into an error; the rest of it is evidence enough.
    return ''
  }
}

function bodiesOf({ data, responseBody, statusCode }: Fields): readonly unknown[] {
  if (isNumber(statusCode) && !isStatus(statusCode)) return []
  if (isFields(data)) return [data]
  if (typeof responseBody !== 'string') return []
  try {
    return [JSON.parse(responseBody)]
  } catch {
    return [responseBody]
  }
}

/** Codes stand under a few keys, at most two levels below the top: `{ error: { type, code, details: [{ reason }] } }`. */
function codesIn(value: unknown, depth = 0): readonly string[] {
  if (depth > 4) return []
  if (Array.isArray(value)) return value.flatMap(item => codesIn(item, depth + 1))
  if (!isFields(value)) return []
  const own = ['code', 'type', 'status', 'reason'].map(key => value[key]).filter(item => typeof item === 'string')
  return [...own, ...['error', 'details', 'data'].flatMap(key => codesIn(value[key], depth + 1))]
}

function waitInHeaders({ responseHeaders }: Fields): number | null {
  if (!isFields(responseHeaders)) return null
  const { 'retry-after-ms': ms, 'retry-after': after, date } = responseHeaders as Record<string, string | undefined>
  if (ms !== undefined && Number(ms) >= 0) return Number(ms)
  if (after === undefined) return null
  if (Number(after) >= 0) return Number(after) * 1000
  // A date is measured against the provider's own clock, which stands beside it.
  const wait = Date.parse(after) - Date.parse(date ?? '')
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

function waitInText(text: string): number | null {
  const found = /(?:try again in|retryDelay\W+)\s*(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|s))?/i.exec(text)
  if (found === null || (found[1] === undefined && found[2] === undefined)) return null
  const rest = Number(found[2] ?? 0) * (found[3]?.toLowerCase() === 'ms' ? 1 : 1000)
  return Math.ceil(Number(found[1] ?? 0) * 60_000 + rest)
}
