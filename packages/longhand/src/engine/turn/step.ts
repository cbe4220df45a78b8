import type { Message, Part } from '../../core/message.ts'
import { modelMessages } from '../../core/view.ts'
import { retryWait } from '../compaction/retry.ts'
import { failpoint } from '../failpoint.ts'
import { createPacer } from '../long-work/pacer.ts'
import type { Finish, SpeakRequest, Trouble, Usage } from '../ports/chat-model.ts'
import type { Moment } from '../snapshot.ts'
import type { Turn } from './answer.ts'
import { shownMessages } from './shown-messages.ts'
import type { Keeper } from './turn-saver.ts'
import { warn } from './warn.ts'

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
export async function takeStep(turn: Turn, moment: Moment, keeper: Keeper): Promise<StepEnd> {
  const { signal } = turn.stop
  for (let tries = 0; ; tries++) {
    if (signal.aborted) return { type: 'failed', trouble: { type: 'cancelled', sentence: 'Stopped.' }, shown: [] }
    const end = await callModel(turn, moment, keeper)
    if (end.type === 'said' || end.shown.length > 0 || signal.aborted) return end
    const wait = retryWait(end.trouble, tries, Math.random())
    if (wait === null) return end
    await turn.scope.engine.clock.sleep(wait, signal)
  }
}

async function callModel(turn: Turn, { view, speaker }: Moment, keeper: Keeper): Promise<StepEnd> {
  const { scope, feed, budget, stop } = turn
  const request: SpeakRequest = {
    conversation: { owner: scope.owner, id: scope.conversation },
    messages: modelMessages(view),
    instructions: speaker.instructions,
    maxOutput: speaker.room.reserve,
  }
  let parts: () => readonly Part[] = () => []
  // A provider may send thousands of pieces at once.
  const pace = createPacer()
  budget.startStep(request.maxOutput)
  await failpoint('turn.speak')
  for await (const spoken of speaker.speak(request, stop.signal)) {
    if (spoken.type === 'chunk') {
      parts = spoken.parts
      // Whoever leaves the loop ends the request.
      if (!budget.take(spoken.chunk)) return cutOff(turn, keeper, shownMessages(parts()))
      keeper.watch(parts)
      feed.push(spoken.chunk)
      await pace()
      continue
    }
    keeper.watch(null)
    if (spoken.type === 'end')
      return budget.fits(spoken.messages) ? { ...spoken, type: 'said' } : cutOff(turn, keeper, spoken.messages)
    return { ...spoken, shown: parts() }
  }
  keeper.watch(null)
  const sentence = 'The model stopped in mid-answer without saying why. Try again.'
  return {
    type: 'failed',
    trouble: { type: stop.signal.aborted ? 'cancelled' : 'unavailable', sentence },
    shown: parts(),
  }
}

/** F6 a model that does not come to an end is ended, as if it had reached its own limit; what was shown stays. */
function cutOff(turn: Turn, keeper: Keeper, messages: readonly Message[]): StepEnd {
  keeper.watch(null)
  warn(turn, 'too-large', 'The answer was cut off: it was longer than any model should write.')
  return { type: 'said', messages: turn.budget.cut(messages), finish: 'length', usage: null }
}
