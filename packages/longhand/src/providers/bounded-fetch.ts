/** How long one line of a stream may get, in bytes: an image as text fits, a line that never ends does not fill the memory. */
const maxLineBytes = 32_000_000

/** How large an answer may be that comes in one piece. */
const maxWholeBytes = 64_000_000

/**
 * `fetch` for provider packages, which hold a line or an answer in memory until it has ended: neither may go on for ever.
 * Redirects are not followed: the key and the conversation are for this address alone.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (isRedirect(response)) {
    await response.body?.cancel()
    throw Object.assign(new Error('The provider answers with a redirect.'), { name: redirected })
  }
  if (response.body === null) return response
  const { status, statusText, headers } = response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  return new Response(response.body.pipeThrough(isStream ? boundedLines() : boundedWhole()), {
    status,
    statusText,
    headers,
  })
}

/** 304 is none; browsers do not tell the status. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)

function boundedLines(): TransformStream<Uint8Array, Uint8Array> {
  let line = 0
  return bounded(bytes => {
    const ended = bytes.lastIndexOf(newline)
    line = ended < 0 ? line + bytes.length : bytes.length - ended - 1
    return line <= maxLineBytes
  })
}

function boundedWhole(): TransformStream<Uint8Array, Uint8Array> {
  let whole = 0
  return bounded(bytes => {
    whole += bytes.length
    return whole <= maxWholeBytes
  })
}

const newline = 10

/** The names of the errors, by which they are known again in whatever a package wraps them. */
export const tooLarge = 'AnswerTooLarge'
export const redirected = 'AnswerRedirected'

const bounded = (fits: (bytes: Uint8Array) => boolean): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(bytes, controller) {
      if (fits(bytes)) controller.enqueue(bytes)
      else
        controller.error(Object.assign(new RangeError('More in one piece than any model writes.'), { name: tooLarge }))
    },
  })
