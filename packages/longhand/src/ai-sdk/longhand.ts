import type { LanguageModel, ModelMessage } from 'ai'
import { classic, type Policy } from '../core/policy.ts'
import type { WindowStatus } from '../core/window.ts'
import type { CompactionState } from '../engine/history/history.ts'
import { type Keeping, keepWithin, type Within } from '../engine/history/keep-within.ts'
import { systemClock } from '../engine/ports/clock.ts'
import { meter } from '../tokens/meter.ts'
import { modelFacts, roomOf } from '../tokens/models.ts'
import { fromModelMessages, toModelMessages } from './convert/convert.ts'
import { loadSdk } from './sdk.ts'
import { createSummariser } from './summariser.ts'

/** Keeps a conversation of an existing AI SDK app within its model's window. */
export type Longhand = {
  /** Give it all messages, every time; send what it returns. */
  prepare(messages: readonly ModelMessage[]): Promise<ModelMessage[]>
  /** The same between the steps of a tool loop: `streamText({ prepareStep: longhand.prepareStep })`. */
  prepareStep(step: Step): Promise<{ messages: ModelMessage[] } | undefined>
  /** What has been folded so far: store it beside the messages and hand it in again. */
  state(): CompactionState | null
  status(): WindowStatus | null
}

/** What of a step `streamText` and `generateText` tell, whatever its tools. */
type Step = { readonly stepNumber: number; readonly responseMessages: readonly ModelMessage[] }

export type LonghandOptions = {
  readonly model: LanguageModel
  /** Who writes the summaries: the chat's own model when not given, nobody (the originals' own words) when null. */
  readonly summariser?: LanguageModel | null
  readonly policy?: Partial<Policy>
  /** The model's window, when the registry does not know it. */
  readonly window?: number
  readonly state?: CompactionState | null
  /** ¶ numbers, from 1, of messages that must stay word for word. */
  readonly protected?: readonly number[]
  /** Tokens of instructions and tool definitions. */
  readonly overhead?: number
  readonly onCompaction?: (compacted: NonNullable<Within['compacted']>) => void
}

export function longhand(options: LonghandOptions): Longhand {
  const keeping = keepingOf(options)
  let state = options.state ?? null
  let status: WindowStatus | null = null
  let whole: readonly ModelMessage[] = []

  const within = async (messages: readonly ModelMessage[]): Promise<ModelMessage[]> => {
    // Told now, not when the first summary fails.
    await loadSdk()
    const kept = { messages: fromModelMessages(messages), state, protected: options.protected ?? [] }
    const result = await keepWithin(kept, keeping)
    state = result.state
    status = result.status
    if (result.compacted !== null) options.onCompaction?.(result.compacted)
    return toModelMessages(result.view)
  }

  return {
    prepare(messages) {
      whole = messages
      return within(messages)
    },
    // What the step is about to send is the compacted list; the folds were made on the whole one.
    prepareStep: async ({ stepNumber, responseMessages }) =>
      stepNumber === 0 ? undefined : { messages: await within([...whole, ...responseMessages]) },
    state: () => state,
    status: () => status,
  }
}

function keepingOf({ model, summariser = model, policy, window, overhead = 0 }: LonghandOptions): Keeping {
  const name = nameOf(model)
  const facts = modelFacts(name, window === undefined ? {} : { [name]: { window } })
  const writer = summariser === null ? null : nameOf(summariser)
  return {
    policy: { ...classic, ...policy },
    room: roomOf(facts),
    ratio: facts.family.ratio,
    overhead,
    summariser:
      summariser === null || writer === null
        ? null
        : createSummariser({ model: summariser, name: writer, window: modelFacts(writer).window }),
    meter,
    clock: systemClock,
    newFence: () => crypto.randomUUID().replaceAll('-', '').slice(0, 12),
    random: Math.random,
    signal: new AbortController().signal,
  }
}

const nameOf = (model: LanguageModel): string => (typeof model === 'string' ? model : model.modelId)
