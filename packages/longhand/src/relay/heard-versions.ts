import { BoundedMap } from '../core/bounded-map.ts'
import type { Storage } from '../engine/ports/store.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'

/** Whether what was read of a conversation is still so, without asking the store again. */
export type HeardVersions = {
  /** Listens to what becomes of a conversation. Called before it is read: what happens meanwhile must be heard. */
  watch(conversation: string): void
  /** Takes a state of a conversation that was read while it was watched. */
  read(conversation: Conversation): void
  /** Whether nothing has happened to a conversation since this state of it was read. */
  isNewest(conversation: Conversation): boolean
  forget(conversation: string): void
}

/** The newest version of a conversation that was read or heard of; `isRead` when it has been read since it is watched. */
type Heard = { readonly version: number; readonly isRead: boolean }

/** More conversations than go on at once; for one that is forgotten the store is asked again. */
const maxWatched = 10_000

/**
 * Where only this process writes, a change is heard before whoever made it is answered: a version that nothing was heard
 * after is the newest. Where others write too, nothing is known for sure.
 */
export function createHeardVersions({ writer, subscribe }: Pick<Storage, 'writer' | 'subscribe'>): HeardVersions {
  if (writer !== 'alone') return { watch: () => {}, read: () => {}, isNewest: () => false, forget: () => {} }
  let newest = new BoundedMap<Heard>(maxWatched)
  subscribe(notice => {
    if (notice.type === 'missed') {
      newest = new BoundedMap(maxWatched)
      return
    }
    const { conversation, version, topic } = notice
    const heard = newest.get(conversation)
    // What comes back under this name later, by an import, counts its versions anew.
    if (topic === 'deleted') newest.delete(conversation)
    else if (heard !== undefined) newest.set(conversation, { ...heard, version: Math.max(heard.version, version) })
  })
  return {
    watch: id => newest.set(id, newest.get(id) ?? { version: 0, isRead: false }),
    read({ id, version }) {
      const heard = newest.get(id)
      if (heard !== undefined) newest.set(id, { version: Math.max(heard.version, version), isRead: true })
    },
    isNewest({ id, version }) {
      const heard = newest.get(id)
      return heard?.isRead === true && version >= heard.version
    },
    forget: id => newest.delete(id),
  }
}
