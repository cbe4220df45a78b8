import type { Storage } from '../engine/ports/store.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'

/** Whether what was read of a conversation is still so, without asking the store again. */
export type HeardVersions = {
  /** Listens to what becomes of a conversation. Called before it is read: what happens meanwhile must be heard. */
  watch(conversation: string): void
  /** Whether nothing has happened to a conversation since this state of it was read. */
  isNewest(conversation: Conversation): boolean
  forget(conversation: string): void
}

/**
 * Where only this process writes, a change is heard before whoever made it is answered: a version that nothing was heard
 * after is the newest. Where others write too, nothing is known for sure.
 */
export function createHeardVersions({ writer, subscribe }: Pick<Storage, 'writer' | 'subscribe'>): HeardVersions {
  if (writer !== 'alone') return { watch: () => {}, isNewest: () => false, forget: () => {} }
  const newest = new Map<string, number>()
  subscribe(notice => {
    if (notice.type === 'missed') return newest.clear()
    const { conversation, version, topic } = notice
    // What comes back under this name later, by an import, counts its versions anew.
    if (topic === 'deleted') newest.delete(conversation)
    else if (newest.has(conversation)) newest.set(conversation, Math.max(newest.get(conversation)!, version))
  })
  return {
    watch: conversation => void newest.set(conversation, newest.get(conversation) ?? 0),
    isNewest: ({ id, version }) => version >= (newest.get(id) ?? Number.POSITIVE_INFINITY),
    forget: conversation => void newest.delete(conversation),
  }
}
