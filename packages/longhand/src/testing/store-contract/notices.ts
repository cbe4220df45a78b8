import { equal, ok } from 'node:assert/strict'
import type { Storage } from '../../engine/ports/store.ts'
import { newConversation, type StoreRoom, type StoreRule, said } from './room.ts'

export const noticeRules: readonly StoreRule[] = [
  {
    name: 'H4.29 where only one process writes, a change is heard before whoever made it is answered',
    run: heardBeforeAnswered,
  },
]

/** The same for any storage that says that it writes alone. */
export async function heardBeforeAnswered({ storage, store }: Pick<StoreRoom, 'storage' | 'store'>): Promise<void> {
  if (storage.writer !== 'alone') return
  const { versions, end } = listenTo(storage)
  const { id } = await newConversation(store)
  for (let at = 0; at < 20; at++) {
    const { conversation } = await store.entries.append(id, [said('user', `Words ${at}`)])
    equal(versions.get(id), conversation.version)
    equal((await store.conversations.update(id, { title: `Title ${at}` })).version, versions.get(id))
  }
  equal((await store.branches.move(id, { line: 1, depth: 3 })).version, versions.get(id))
  const saved = await store.checkpoints.create(id, { label: 'Here' })
  equal((await store.conversations.get(id)).version, versions.get(id))
  equal((await store.checkpoints.restore(id, saved.id)).conversation.version, versions.get(id))
  const before = versions.get(id)!
  await store.conversations.delete(id)
  ok(versions.get(id)! > before)
  end()
}

/** The newest version of each conversation that was heard of. */
function listenTo(storage: Storage): { readonly versions: ReadonlyMap<string, number>; readonly end: () => void } {
  const versions = new Map<string, number>()
  const end = storage.subscribe(notice => {
    if (notice.type === 'changed') versions.set(notice.conversation, notice.version)
  })
  return { versions, end }
}
