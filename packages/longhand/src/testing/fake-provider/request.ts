import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../../core/json.ts'
import type { Wire, WireName, WireRequest } from './wire.ts'

/** One request to the fake, read and recorded. */
export type FakeRequest = WireRequest & {
  readonly wire: WireName
  /** The body as it came. */
  readonly body: Json
  /** The body with all that it refers to in its place: what `system`, `turns`, `text` and `size` are about. */
  readonly prompt: Json
  /** Two requests with the same hash are the same request sent twice. */
  readonly hash: string
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** How many requests the fake has seen, and how many of this model, this one included. */
  readonly index: number
  readonly attempt: number
  /** Everything said in the request: system prompt and turns. */
  readonly text: string
  /** Tokens of the request, as the fake counts them. */
  readonly size: number
}

export type Came = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: string
  readonly body: Json
  readonly prompt: Json
  /** How many requests of each model there were before. */
  readonly before: ReadonlyMap<string, number>
}

export function readRequest(wire: Wire, { path, headers, bytes, body, prompt, before }: Came): FakeRequest {
  const asked = wire.read(prompt, path)
  return {
    ...asked,
    wire: wire.name,
    body,
    prompt,
    hash: createHash('sha256').update(path).update(bytes).digest('hex').slice(0, 16),
    key: keyOf(headers),
    at: Date.now(),
    index: [...before.values()].reduce((sum, count) => sum + count, 0) + 1,
    attempt: (before.get(asked.model) ?? 0) + 1,
    text: [asked.system, ...asked.turns.map(turn => turn.text)].join('\n'),
    size: Math.ceil((prompt === body ? bytes : JSON.stringify(prompt)).length / 4),
  }
}

/** The key that a request shows, wherever its protocol puts it. */
export function keyOf(headers: IncomingHttpHeaders): string {
  const found = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization ?? ''
  return String(found).replace(/^Bearer /, '')
}
