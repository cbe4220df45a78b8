import { isLong } from '../../core/is-long.ts'
import type { Message } from '../../core/message.ts'
import type { Engine } from '../engine.ts'

/** Letters beyond which a single word without end, counted here, would hold everyone up. */
const maxLettersHere = 100_000

/** Tokens of a message that is about to be appended. A very long one is counted where long work on texts is done. */
export async function countMessage({ meter, runTask }: Counting, message: Message): Promise<number> {
  const texts = message.parts.filter(({ type }) => type !== 'file')
  if (runTask === undefined || !isLong(texts, maxLettersHere)) return meter.countAsync(message)
  // What keeps a thread from counting must not keep a message from being stored.
  const counted = await runTask('counts', [message]).catch(() => [])
  return counted[0] ?? meter.countAsync(message)
}

type Counting = Pick<Engine, 'meter' | 'runTask'>
