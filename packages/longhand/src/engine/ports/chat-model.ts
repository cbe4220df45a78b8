import type { Json } from '../../core/json.ts'
import type { Message, Part } from '../../core/message.ts'

/** A model that answers. One call is one step; what happens between steps is the engine's business. */
export type Generate = (request: GenerateRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>

export type GenerateRequest = {
  /** Whose conversation this is, for tools that look into it. */
  readonly conversation: { readonly owner: string; readonly id: string }
  /** The view, as it goes to the model. */
  readonly messages: readonly Message[]
  /** The ¶ of each of them, null for one that stands for several; left out where nobody knows. */
  readonly numbers?: () => readonly (number | null)[]
  readonly instructions: string | null
  /** Bounds the answer; null leaves it to the provider. */
  readonly maxOutput: number | null
  /** How freely it chooses its words, from 0 to 2; the provider's own when left out. */
  readonly temperature?: number
}

export type ModelEvent =
  | {
      readonly type: 'chunk'
      /** For the screens, as the UI message stream has it. The engine only passes it on. */
      readonly chunk: Json
      /** What this step has said so far, and what tools answered: asked for once in a while, to be kept if it does not end. */
      readonly parts: () => readonly Part[]
    }
  | {
      readonly type: 'end'
      /** What the step added: the assistant's message, then the results of its calls. */
      readonly messages: readonly Message[]
      readonly finish: Finish
      readonly usage: Usage | null
    }
  | { readonly type: 'failed'; readonly failure: ProviderFailure }

/** `tool-calls`: the model waits for another step. */
export type Finish = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other'

/** Tokens as the provider reported them for one step; `input` includes what was read from and written to its cache. */
export type Usage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly reasoning: number
}

/** Why a provider did not answer. */
export type ProviderFailure =
  | { readonly type: 'overflow'; readonly used: number | null; readonly limit: number | null }
  | { readonly type: 'rate-limited' | 'overloaded'; readonly retryAfterMs: number | null; readonly sentence: string }
  /** `bound-thinking`: it accepts thinking only behind what it was thought about, and that has changed. */
  | { readonly type: 'bound-thinking'; readonly sentence: string }
  | { readonly type: 'unavailable' | 'refused-key' | 'timed-out' | 'cancelled' | 'other'; readonly sentence: string }
