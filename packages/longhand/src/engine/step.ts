import type { Message, Part } from '../core/message.ts'
import { modelMessages } from '../core/view.ts'
import type { Engine } from './engine.ts'
import { failpoint } from './failpoint.ts'
import type { Feed } from './feed.ts'
import type { Keeper } from './keeper.ts'
import type { Moment } from './look.ts'
import { retryWait } from './retry.ts'
import type { Finish, Trouble, Usage } from './speak.ts'

/** How one model call went. `shown` is what people have seen of it when it did not end well. */
export type StepEnd =
  | {
      readonly type: 'said'
      readonly messages: readonly Message[]
      readonly finish: Finish
      readonly usage: Usage | null
    }
  | { readonly type: 'failed'; readonly trouble: Trouble; readonly shown: readonly Part[] }

/** One call of the model with the view of a moment. It is asked again when it failed before anyone saw a word. */
export async function takeStep(
  moment: Moment,
  feed: Feed,
  keeper: Keeper,
  signal: AbortSignal,
  engine: Engine,
): Promise<StepEnd> {
  for (let tries = 0; ; tries++) {
    const end = await callModel(moment, feed, keeper, signal)
    if (end.type === 'said' || end.shown.length > 0 || signal.aborted) return end
    const wait = retryWait(end.trouble, tries, Math.random())
    if (wait === null) return end
    await engine.clock.sleep(wait, signal)
  }
}

async function callModel({ view, speaker }: Moment, feed: Feed, keeper: Keeper, signal: AbortSignal): Promise<StepEnd> {
  const request = { messages: modelMessages(view), instructions: speaker.instructions, maxOutput: speaker.room.reserve }
  let parts: () => readonly Part[] = () => []
  await failpoint('turn.speak')
  for await (const spoken of speaker.speak(request, signal)) {
    if (spoken.type === 'chunk') {
      parts = spoken.parts
      keeper.watch(parts)
      feed.push(spoken.chunk)
      continue
    }
    keeper.watch(null)
    if (spoken.type === 'end') return { ...spoken, type: 'said' }
    return { ...spoken, shown: parts() }
  }
  keeper.watch(null)
  const sentence = 'The model stopped in mid-answer without saying why. Try again.'
  return { type: 'failed', trouble: { type: signal.aborted ? 'cancelled' : 'unavailable', sentence }, shown: parts() }
}
