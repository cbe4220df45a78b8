import type { Json } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Message } from '../../core/message.ts'
import type { View } from '../../core/view.ts'
import type { Measurement, ModelWindow } from '../../core/window.ts'
import type { Usage } from './chat-model.ts'

/** What knows how many tokens things take. What it has learnt about a model is plain JSON that the store keeps. */
export type Meter = {
  /** Tokens of a message by the tokenizer: counted once, when it is appended. */
  count(message: Message): number
  /** The same for a message of any size: others get their turn while it counts. */
  countAsync(message: Message): Promise<number>
  countText(text: string): number
  measure(reading: Reading): Measurement
  /** A model's room, as far as experience has shown it to be smaller than promised. */
  room(room: ModelWindow, learnt: Json | null): ModelWindow
  /** What is known about a model after it reported a call; `cut` when it seems to have dropped part of what it was sent. */
  learn(reading: Reading, usage: Usage): { readonly learnt: Json; readonly cut: boolean }
  /** What has been learnt about a model, for people. */
  figures(model: string, learnt: Json | null): LearntFigures
  /** What is known about a model after it refused a request with "N > M". */
  limit(learnt: Json | null, limit: number): Json
}

/** How many of a model's tokens one of ours takes, by experience; and the window that it turned out to have, if it did. */
export type LearntFigures = { readonly ratio: number; readonly window: number | null }

/** Everything that a request to a model would hold. */
export type Reading = {
  readonly model: string
  readonly learnt: Json | null
  readonly view: View
  /** What is never folded, by depth. */
  readonly shields: Layout['shields']
  /** Tokens of instructions and tool definitions by the tokenizer. */
  readonly instructions: number
  readonly tools: number
  /** What the model can hold; null when nobody knows. */
  readonly window: number | null
  readonly anchor: Anchor | null
}

/** The newest usage that a provider reported for this branch, with the reasoning of its whole turn, and the entry it ended with. */
export type Anchor = { readonly model: string; readonly depth: number; readonly usage: Usage }
