import type { Json } from '../../core/json.ts'
import type { Usage } from '../../engine/ports/chat-model.ts'
import type { Answer, FailureKind } from './answer.ts'
import type { References } from './references.ts'

export const wireNames = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const

export type WireName = (typeof wireNames)[number]

/** One provider's protocol: how its requests are read and judged, and how its answers and errors are written. */
export type Wire = {
  readonly name: WireName
  readonly serves: (path: string) => boolean
  readonly read: (body: Json, path: string) => WireRequest
  /** How requests refer to earlier ones; a wire without it has none that do. */
  readonly references?: References
  /** What the real provider would refuse about a request, in its words, or null. `sent` is the body as it came, the prompt itself when left out. */
  readonly problem: (prompt: Json, sent?: Json) => string | null
  /** The answer as server-sent events, one string each. */
  readonly frames: (answer: Answer, about: WireContext) => readonly string[]
  /** The answer as one JSON value. */
  readonly whole: (answer: Answer, about: WireContext) => Json
  readonly failure: (kind: FailureKind, sentence: string) => { readonly status: number; readonly body: Json }
}

/** What a request asks, whatever its wire. */
export type WireRequest = {
  readonly model: string
  readonly stream: boolean
  readonly system: string
  readonly turns: readonly WireTurn[]
  readonly tools: readonly string[]
}

export type WireTurn = {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
}

/** What an answer carries beside its words. */
export type WireContext = {
  readonly model: string
  readonly usage: Usage
  /** Makes the ids of one fake unique. */
  readonly index: number
  /** The request as it came, some of which a wire repeats. */
  readonly body: Json
}

export const event = (data: Json, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
