import type { Context } from 'hono'
import { LonghandError } from 'longhand'
import { isLongJson, yieldToEventLoop } from 'longhand/internal/engine'
import { runTask } from 'longhand/internal/threads'
import type { CountedBody } from './body-budget.ts'
import { checkJsonSize } from './check-json-size.ts'
import type { Limits } from './limits.ts'
import { mediaTypeOf } from './media-type.ts'
import type { BodyRule } from './route-rule.ts'

/** Enforces the body limits of a route: its size and, unless the route streams it, its nesting. */
export async function prepareBody(
  c: Context,
  { types, maxBytes, json }: BodyRule,
  { limits, counted }: { readonly limits: Limits; readonly counted: CountedBody | null },
): Promise<void> {
  const most = maxBytes(limits)
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > most) throw tooLarge(most)
  counted?.add(Number(length ?? 0))
  const type = mediaTypeOf(c.req.header('content-type') ?? '')
  // From here on the media type is normalised; what is passed on keeps its parameters.
  if (type !== null && types !== 'any' && type !== c.req.header('content-type'))
    c.req.raw.headers.set('content-type', type)
  // A body without a declared length is measured while it is read.
  if (length === undefined && c.req.raw.body !== null)
    c.req.raw = new Request(c.req.raw, { body: limited(c.req.raw.body, most, counted), duplex: 'half' } as RequestInit)
  if (json === 'streamed' || type !== 'application/json') return
  const text = await textOf(c)
  const isLong = isLongJson(text)
  if (isLong) await yieldToEventLoop()
  checkJsonSize(text, { depth: limits.jsonDepth, keys: json.maxKeys, values: json.maxValues })
  if (isLong) await parseInThread(c, text)
}

/** Parses a long body in a worker thread. Invalid JSON fails when the route reads it, as with a short body. */
async function parseInThread(c: Context, text: string): Promise<void> {
  await yieldToEventLoop()
  const parsed = runTask('parseJson', text)
  await parsed.catch(error => {
    if (error instanceof LonghandError) throw error
  })
  c.req.json = () => parsed as Promise<never>
}

/** The same bytes, with an error once the limit is exceeded. */
function limited(
  body: ReadableStream<Uint8Array>,
  most: number,
  counted: CountedBody | null,
): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, to) {
        size += chunk.length
        if (size > most) throw tooLarge(most)
        counted?.add(chunk.length)
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
