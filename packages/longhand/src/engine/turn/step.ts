import type { Message, Part } from '../../core/message.ts'
import { modelMessages } from '../../core/view.ts'
import { retryWait } from '../compaction/retry.ts'
import { createPacer } from '../long-work/pacer.ts'
import type { Finish, GenerateRequest, ProviderFailure, Usage } from '../ports/chat-model.ts'
import type { Snapshot } from '../snapshot.ts'
import { shownMessages } from './shown-messages.ts'
import type { Turn } from './turn.ts'
import type { TurnSaver } from './turn-saver.ts'
import { warn } from './warn.ts'

/** How one model call went. `shown` is what people have seen of it when it did not end well. */
export type StepEnd =
  | {
      readonly type: 'said'
      readonly messages: readonly Message[]
      readonly finish: Finish
      readonly usage: Usage | null
    }
  | { readonly type: 'failed'; readonly failure: ProviderFailure; readonly shown: readonly Part[] }

/** One model call with the view of a snapshot. It is retried when it failed before anyone saw a word. */
export async function runStep(turn: Turn, snapshot: Snapshot, saver: TurnSaver): Promise<StepEnd> {
  const { signal } = turn.stop
  for (let tries = 0; ; tries++) {
    if (signal.aborted) return { type: 'failed', failure: { type: 'cancelled', sentence: 'Stopped.' }, shown: [] }
    const end = await callModel(turn, snapshot, saver)
    if (end.type === 'said' || end.shown.length > 0 || signal.aborted) return end
    const wait = retryWait(end.failure, tries, Math.random())
    if (wait === null) return end
    await turn.scope.engine.clock.sleep(wait, signal)
  }
}

async function callModel(turn: Turn, { view, chatModel }: Snapshot, saver: TurnSaver): Promise<StepEnd> {
  const { scope, feed, budget, stop } = turn
  const request: GenerateRequest = {
    conversation: { owner: scope.owner, id: scope.conversation },
    messages: modelMessages(view),
    instructions: chatModel.instructions,
    maxOutput: chatModel.room.reserve,
  }
  let parts: () => readonly Part[] = () => []
  // A provider may send thousands of pieces at once.
  const pace = createPacer()
  budget.startStep(request.maxOutput)
  for await (const event of chatModel.generate(request, stop.signal)) {
    if (event.type === 'chunk') {
      parts = event.parts
      // Whoever leaves the loop ends the request.
      if (!budget.take(event.chunk)) return cutOff(turn, saver, shownMessages(parts()))
      saver.watch(parts)
      feed.push(event.chunk)
      await pace()
      continue
    }
    saver.watch(null)
    if (event.type === 'end')
      return budget.fits(event.messages) ? { ...event, type: 'said' } : cutOff(turn, saver, event.messages)
    return { ...event, shown: parts() }
  }
  saver.watch(null)
  const sentence = 'The model stopped in mid-answer without saying why. Try again.'
  return {
    type: 'failed',
    failure: { type: stop.signal.aborted ? 'cancelled' : 'unavailable', sentence },
    shown: parts(),
  }
}

/** F6 a model that does not come to an end is ended, as if it had reached its own limit; what was shown stays. */
function cutOff(turn: Turn, saver: TurnSaver, messages: readonly Message[]): StepEnd {
  saver.watch(null)
  warn(turn, 'too-large', 'The answer was cut off: it was longer than any model should write.')
  return { type: 'said', messages: turn.budget.cut(messages), finish: 'length', usage: null }
}
