import { parentPort, workerData } from 'node:worker_threads'
import { chainRows } from './chain-rows.ts'
import { type Recording, recordings } from './corpus.ts'
import { reader } from './metric/reader.ts'

/** What a worker plays: conversations that are made of one or several recordings, by their numbers in `conversations`. */
export type ChainWork = {
  readonly corpus: string
  readonly ids: readonly string[]
  readonly conversations: Readonly<Record<string, Conversation>>
  readonly ignored: ReadonlySet<string>
}

/** Recordings of one repository, one after the other, and the window in which they are played. */
export type Conversation = { readonly window: number; readonly recordings: readonly string[] }

if (parentPort !== null) {
  const { corpus, ids, conversations, ignored } = workerData as ChainWork
  const read = new Map<string, Recording>()
  for await (const recording of recordings(corpus)) read.set(recording.id, recording)
  for (const id of ids) {
    const { window, recordings: parts } = conversations[id]!
    const messages = parts.flatMap(part => read.get(part)!.messages)
    for await (const row of chainRows({ id, window, messages }, reader(ignored))) parentPort.postMessage(row)
  }
}
