import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database.ts'
import { lease, plannedOn, talk } from './room.ts'

/**
 * Tries to write, past all operations, what must exist only once: a second live compaction, a second running turn, a
 * second entry of one id. Answers with the SQLSTATE of each refusal, or `written`.
 */
export async function secondsByHand({
  storage,
  run,
}: Pick<TestDatabase, 'storage' | 'run'>): Promise<Record<string, string>> {
  const store = storage.as(randomUUID())
  const conversation = await talk(store, 8)
  const wanted = { id: 'k', base: plannedOn(conversation), span: { from: 2, to: 5 }, plan: { why: 'asked' } }
  await store.compactions.request(conversation.id, wanted)
  await store.turns.start(conversation.id, { id: 't' }, lease)
  const again = async (table: string, change: string): Promise<string> => {
    const copy = `insert into longhand.${table} select r.* from longhand.${table} t, json_populate_record(t, '${change}') r
      where t.conversation = '${conversation.id}' limit 1`
    const refused = await run(`begin; ${copy}`).then(
      () => 'written',
      (error: { code: string }) => error.code,
    )
    await run('rollback')
    return refused
  }
  return {
    compaction: await again('compactions', '{"id": "other"}'),
    endedCompaction: await again('compactions', '{"id": "other", "status": "failed"}'),
    turn: await again('turns', '{"id": "other"}'),
    endedTurn: await again('turns', '{"id": "other", "status": "done"}'),
    entry: await again('entries', '{"depth": 99}'),
    otherEntry: await again('entries', '{"depth": 99, "id": "other"}'),
  }
}
