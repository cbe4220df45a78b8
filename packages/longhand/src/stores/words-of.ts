import type { Message, Part } from '../core/message.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import { writeJson } from '../engine/long-work/write-json.ts'
import { wordsOnce } from './words-once.ts'

/** What search looks through: every word of a message, its calls and results, once. */
export async function wordsOf(message: Message, pace: () => Promise<void> = createPacer()): Promise<string> {
  const texts: string[] = []
  for (const part of message.parts) texts.push(...(await textsOf(part)))
  return runSteps(wordsOnce(texts), pace)
}

async function textsOf(part: Part): Promise<readonly string[]> {
  if (part.type === 'text') return [part.text]
  if (part.type === 'tool-call') return [part.name, await writeJson(part.input)]
  if (part.type !== 'tool-result') return []
  return [typeof part.output === 'string' ? part.output : await writeJson(part.output)]
}
