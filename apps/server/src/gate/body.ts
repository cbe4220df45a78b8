import type { Context } from 'hono'
import { LonghandError } from 'longhand'
import { isLongJson, yieldToEventLoop } from 'longhand/internal/engine'
import { runTask } from 'longhand/internal/threads'
import { checkShape } from './check-json-size.ts'
import type { Limits } from './limits.ts'
import { mediaTypeOf } from './media-type.ts'
import type { BodyRule } from './route-rule.ts'

/** Makes a body ready for its route: not too large and, where the route does not check it as it comes, not too deep. */
export async function takeBody(c: Context, { maxBytes, json }: BodyRule, limits: Limits): Promise<void> {
  const most = maxBytes(limits)
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > most) throw tooLarge(most)
  const type = mediaTypeOf(c.req.header('content-type') ?? '')
  // From here on a media type has one spelling.
  if (type !== null) c.req.raw.headers.set('content-type', type)
  // Only a body that says how long it is cannot become longer.
  if (length === undefined && c.req.raw.body !== null)
    c.req.raw = new Request(c.req.raw, { body: measured(c.req.raw.body, most), duplex: 'half' } as RequestInit)
  if (json === 'streamed' || type !== 'application/json') return
  const text = await textOf(c)
  const isLong = isLongJson(text)
  if (isLong) await yieldToEventLoop()
  checkShape(text, { depth: limits.jsonDepth, keys: json.maxKeys, things: json.maxThings })
  if (isLong) await parseInThread(c, text)
}

/** Parses a long body where nobody waits for it. What is no JSON fails when the route asks for it, as a short one does. */
async function parseInThread(c: Context, text: string): Promise<void> {
  await yieldToEventLoop()
  const parsed = runTask('parseJson', text)
  await parsed.catch(error => {
    if (error instanceof LonghandError) throw error
  })
  c.req.json = () => parsed as Promise<never>
}

/** The same bytes, until they are too many. */
function measured(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, to) {
        size += chunk.length
        if (size > most) throw tooLarge(most)
        to.enqueue(chunk)
      },
    }),
  )
}

async function textOf(c: Context): Promise<string> {
  try {
    return await c.req.text()
  } catch (error) {
    if (error instanceof LonghandError) throw error
    throw new LonghandError('bad-request', 'The request ended before its body did. Send it again.', { cause: error })
  }
}

const MiB = 1024 * 1024

function tooLarge(limit: number): LonghandError {
  const size = `${Number((limit / MiB).toFixed(2))} MiB`
  return new LonghandError('too-large', `The request is larger than ${size}. Send less at once.`, {
    details: { limit },
  })
}
