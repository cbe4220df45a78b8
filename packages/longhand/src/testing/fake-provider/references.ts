import type { Json } from '../../core/json.ts'
import type { FakeFailure } from './answer.ts'

/** How a protocol refers to what its provider has held since earlier requests. */
export type References = {
  /** Puts in place all that a request refers to. */
  readonly resolve: (body: Json, find: FindHeld) => Resolved
  /** What to hold of a request that was answered, as its wire wrote the answer; nothing where the request wants none of it. */
  readonly hold: (request: ResolvedRequest, answer: Json) => readonly Held[]
}

export type Resolved = {
  /** The request as if all of it had been sent: what the model reads. The body itself when it refers to nothing. */
  readonly prompt: Json
  /** What the provider says when it doesn't hold what the rest builds on; null when it does. */
  readonly lost: FakeFailure | null
}

/** A request as it came, and as the model reads it. */
export type ResolvedRequest = { readonly body: Json; readonly prompt: Json }

/** Something that later requests can name by its id. */
export type Held = {
  readonly kind: 'response' | 'item' | 'thread'
  readonly id: string
  readonly value: Json
}

export type FindHeld = (kind: Held['kind'], id: string) => Json | null
