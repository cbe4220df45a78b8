import { messagesOf } from '../packages/longhand/src/core/branch.ts'
import type { Receipt } from '../packages/longhand/src/core/receipt.ts'
import { type Clock, systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import type { Snapshot } from '../packages/longhand/src/engine/snapshot.ts'
import { contextEngine } from '../packages/longhand/src/history/context.ts'
import { createHistory } from '../packages/longhand/src/history/history.ts'
import { ownFormat } from '../packages/longhand/src/history/message-format.ts'
import { countMessage } from '../packages/longhand/src/tokens/count-message.ts'
import type { RecordedMessage } from './corpus.ts'
import type { Compacted } from './metric/compacted.ts'
import { longhandMessages } from './quality-longhand.ts'
import { compactedFrom } from './quality-shipped.ts'

/** One compaction of a conversation that goes on: the messages that had been said, and the whole view that was left. */
export type Link = { readonly at: number; readonly receipt: Receipt; readonly compacted: Compacted }

/** Plays a conversation through the pipeline behind every door, request by request, and stops at each compaction. */
export async function* replay(messages: readonly RecordedMessage[], window: number): AsyncGenerator<Link> {
  const said = longhandMessages(messages).map(({ message }) => message)
  const counts = said.map(countMessage)
  const clock = quickClock()
  const engine = contextEngine({}, { model: 'offline/evals', room: { window, reserve: 0 }, summariser: null, clock })
  const history = createHistory({ engine, conversation: crypto.randomUUID(), format: ownFormat })
  let last: string | null = null
  let used = 0
  for (const [at, { role }] of messages.entries()) {
    // A request is made before each message of the assistant; while little is used, there is nothing to do about it.
    if (role === 'assistant' && used >= engine.policy.prepare * window) {
      await history.fit(said.slice(0, at))
      await history.settled()
      const now = await history.load(said.slice(0, at))
      used = now.status.used
      clock.passCooldown()
      const [receipt] = await history.receipts()
      if (receipt !== undefined && receipt.id !== last) {
        last = receipt.id
        yield { at, receipt, compacted: leftOf(now) }
      }
    }
    used += counts[at]!
  }
}

/** A clock on which the next compaction is always allowed. */
function quickClock(): Clock & { passCooldown: () => void } {
  let passed = 0
  return {
    now: () => Date.now() + passed,
    sleep: systemClock.sleep,
    passCooldown: () => {
      passed += 60_000
    },
  }
}

function leftOf({ view, branch }: Snapshot): Compacted {
  const numbers = new Map(messagesOf(branch).map(({ depth, number }) => [depth, number]))
  return compactedFrom(view, depth => numbers.get(depth)! - 1)
}
