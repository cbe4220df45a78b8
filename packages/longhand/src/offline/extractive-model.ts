import { type Message, textOf } from '../core/message.ts'
import type { NumberedMessage } from '../facts/reading/quote.ts'
import { runTask } from '../threads/run-task.ts'
import type { OfflineModel } from './prompt-messages.ts'
import { textModel } from './text-model.ts'

/** A summariser without a network: it answers with the lines of its input that are most likely to be needed again. */
export const createExtractiveModel = (): OfflineModel => textModel({ id: 'extractive', respond: summarise })

async function summarise(messages: readonly Message[], maxTokens: number): Promise<string> {
  const found = await conversationIn(messages)
  const made = { messages: found, staying: new Set<number>(), prose: null, budget: maxTokens, targetRetention: 1 }
  return (await runTask('extract', made)).text
}

/** The conversation that a prompt of ours shows as a transcript, or else the prompt itself. */
async function conversationIn(messages: readonly Message[]): Promise<readonly NumberedMessage[]> {
  const written = await runTask('readTranscript', messages.map(textOf).join('\n'))
  if (written.length > 0) return written
  const spoken = messages.filter(({ role }) => role !== 'system')
  return spoken.map((message, at) => ({ number: at + 1, message }))
}
