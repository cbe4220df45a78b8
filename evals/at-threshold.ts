import type { Message } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { contextEngine } from '../packages/longhand/src/history/context.ts'
import { fitOnce } from '../packages/longhand/src/history/fit-once.ts'
import { createHistory } from '../packages/longhand/src/history/history.ts'
import { ownFormat } from '../packages/longhand/src/history/message-format.ts'
import { countMessage } from '../packages/longhand/src/tokens/count-message.ts'

/** What the classic policy does, without a model, with messages that fill their window just to the threshold. */
export async function compactAtThreshold(messages: readonly Message[], used: number = tokensOf(messages)) {
  const room = { window: Math.floor(used / classic.threshold.share!), reserve: 0 }
  const engine = contextEngine({}, { model: 'offline/evals', room, summariser: null })
  const history = createHistory({ engine, conversation: crypto.randomUUID(), format: ownFormat })
  const { messages: view, receipt } = await fitOnce(history, messages)
  return { view, state: history.state(), compacted: receipt }
}

export const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + countMessage(message), 0)
