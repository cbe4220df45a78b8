/** How long one line of a stream may get, in bytes: an image as text fits, a line that never ends does not fill the memory. */
const maxLineBytes = 32_000_000

/** How large an answer may be that comes in one piece. */
const maxWholeBytes = 64_000_000

/**
 * `fetch` for provider packages. They hold a line or an answer in memory until it ends, so this bounds both. Redirects
 * are not followed: the key and the conversation are for this address alone.
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
  return new Response(bounded(response.body, isStream ? boundedLines() : boundedWhole()), {
    status,
    statusText,
    headers,
  })
}

/** 304 is none; browsers do not tell the status. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)

/** Whether what has come up to these bytes is short enough. */
type Fits = (bytes: Uint8Array) => boolean

function boundedLines(): Fits {
  let line = 0
  return bytes => {
    const ended = bytes.lastIndexOf(newline)
    line = ended < 0 ? line + bytes.length : bytes.length - ended - 1
    return line <= maxLineBytes
  }
}

function boundedWhole(): Fits {
  let whole = 0
  return bytes => {
    whole += bytes.length
    return whole <= maxWholeBytes
  }
}

const newline = 10

/** The names of the errors, by which they are known again in whatever a package wraps them. */
export const tooLarge = 'AnswerTooLarge'
export const redirected = 'AnswerRedirected'

/** A body as it comes, up to what does not fit. One stream over another is half the work of piping it through a third. */
function bounded(body: ReadableStream<Uint8Array>, fits: Fits): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      if (fits(value)) return controller.enqueue(value)
      const tooMuch = Object.assign(new RangeError('More in one piece than any model writes.'), { name: tooLarge })
      controller.error(tooMuch)
      await reader.cancel(tooMuch)
    },
    cancel: reason => reader.cancel(reason),
  })
}
