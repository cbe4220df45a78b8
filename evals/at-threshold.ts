import type { Message } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { keepWithin } from '../packages/longhand/src/engine/history/keep-within.ts'
import { systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import { countTokens } from '../packages/longhand/src/tokens/count.ts'
import { countMessage } from '../packages/longhand/src/tokens/count-message.ts'

/** What the classic policy does, without a model, with messages that fill their window just to the threshold. */
export async function compactAtThreshold(messages: readonly Message[]) {
  const used = tokensOf(messages)
  return keepWithin(
    { messages, state: null },
    {
      policy: classic,
      room: { window: Math.floor(used / classic.threshold.share!), reserve: 0 },
      by: 'threshold',
      summariser: null,
      meter: { count: countMessage, countText: countTokens },
      clock: systemClock,
      newFence: () => 'fence',
      random: () => 0,
      signal: new AbortController().signal,
    },
  )
}

export const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + countMessage(message), 0)
