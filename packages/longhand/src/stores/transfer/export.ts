import { createHash } from 'node:crypto'
import { LonghandError } from '../../core/errors.ts'
import { createPacer } from '../../engine/long-work/pacer.ts'
import type { ConversationRecord } from '../../engine/transfer/export-records.ts'
import { firstPageSize, nextPageSize } from '../page-size.ts'
import { addLine } from './add-line.ts'
import { withKeysInOrder } from './keys-in-order.ts'
import type { Source } from './transfer.ts'

/** Everything of an owner, or the named conversations, as lines of JSON. The same content makes the same lines. */
export async function* exportLines(source: Source, chosen?: readonly string[]): AsyncGenerator<string> {
  const all = createHash('sha256')
  const pace = createPacer()
  const write = async (value: object): Promise<string> => {
    const line = await withKeysInOrder(value)
    await addLine([all], line, pace)
    return line
  }
  const { projects, conversations } = await source.owner()
  const ids = chosen ?? conversations
  yield await write({ type: 'longhand', format: 1 })
  if (chosen === undefined) for (const project of projects) yield await write({ type: 'project', ...project })
  let written = 0
  for (const id of ids) {
    const hash = createHash('sha256')
    const record = await source.conversation(id).catch(chosen === undefined ? unlessGone : undefined)
    if (record === null) continue
    written++
    for await (const line of conversationLines(source, chosen === undefined ? record : alone(record))) {
      await addLine([hash, all], line, pace)
      yield line
    }
    yield await write({ type: 'conversation-end', id, hash: hash.digest('hex') })
  }
  yield await withKeysInOrder({ type: 'end', conversations: written, hash: all.digest('hex') })
}

/** A conversation that is exported without its project is a plain one: its project is not part of the export. */
const alone = (record: ConversationRecord): ConversationRecord => ({
  ...record,
  conversation: { ...record.conversation, kind: 'chat', project: null },
})

/** When everything is exported, a conversation that was deleted in between is skipped. */
function unlessGone(error: unknown): null {
  if (error instanceof LonghandError && error.code === 'not-found') return null
  throw error
}

const maxPageSize = 200

async function* conversationLines(source: Source, record: ConversationRecord): AsyncGenerator<string> {
  const { conversation, lines, checkpoints, compactions, turns, memory } = record
  yield await withKeysInOrder({ type: 'conversation', ...conversation, lines })
  for (const { line, forked, tip } of lines) {
    let size = firstPageSize
    for (let from = forked + 1; from <= tip; ) {
      const to = Math.min(tip, from + size - 1)
      const page = await source.entries(conversation.id, line, from, to)
      if (page.length !== to - from + 1)
        throw new LonghandError('stale', 'A conversation was deleted during the export. Export again.')
      for (const { entry, at, about } of page) yield await withKeysInOrder({ type: 'entry', line, at, about, entry })
      from = to + 1
      size = nextPageSize(page, maxPageSize)
    }
  }
  for (const checkpoint of checkpoints) yield await withKeysInOrder({ type: 'checkpoint', ...checkpoint })
  // Crashes here do not matter there.
  for (const { deaths, words, ...compaction } of compactions)
    yield await withKeysInOrder({ type: 'compaction', compaction })
  // A running turn does not run there.
  for (const { deaths, ...turn } of turns) {
    yield await withKeysInOrder({
      type: 'turn',
      turn: turn.status === 'running' ? { ...turn, status: 'interrupted' } : turn,
    })
  }
  if (memory !== null) yield await withKeysInOrder({ type: 'memory', ...memory })
}
