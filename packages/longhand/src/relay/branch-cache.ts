import { BoundedMap } from '../core/bounded-map.ts'
import type { Branch } from '../core/branch.ts'
import { entryWeight, type HeldBranch } from '../engine/held-branches.ts'
import type { Storage, Store } from '../engine/ports/store.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import type { Appended, Entries } from '../engine/ports/store-entries.ts'
import { createHeardVersions } from './heard-versions.ts'

type Held = HeldBranch & { readonly owner: string; readonly weight: number }

/** The branches of conversations that go on, in memory. */
export type BranchCache = {
  /** A store that answers from memory what has not changed: a conversation, its branch, its newest entries. */
  around(store: Store, owner: string): Store
  /** What is known of a conversation without asking the store; it may have changed there. */
  held(conversation: string, owner: string): HeldBranch | null
  /** A conversation as it is now, where that is known without asking the store. */
  current(conversation: string, owner: string): Conversation | null
}

/** More than a snapshot asks for. */
const maxNewest = 64

/** Conversations are small beside their branches. */
const maxStates = 1_000

/** Of all branches together: about 130,000 messages of 200 letters, or 70,000 of 1,500. */
const maxHeld = 200_000_000

/**
 * A client sends a long conversation again with every step, and reading all of it each time would take longer than all else.
 * Entries are never edited, so a branch is the same as long as its head is; where someone has moved it or added to it, it is
 * read anew. Only messages that are added here at the head are known without reading. Whether it has changed is asked of the
 * store, unless every change is heard here.
 */
export function createBranchCache(storage: Pick<Storage, 'writer' | 'subscribe'>): BranchCache {
  const held = new Map<string, Held>()
  // The conversations that were read without their branches.
  const states = new BoundedMap<{ readonly owner: string; readonly conversation: Conversation }>(maxStates)
  const versions = createHeardVersions(storage)
  let total = 0
  const drop = (conversation: string) => {
    total -= held.get(conversation)?.weight ?? 0
    held.delete(conversation)
  }
  const forget = (conversation: string) => {
    drop(conversation)
    states.delete(conversation)
    versions.forget(conversation)
  }
  const hold = (next: Held) => {
    const { id } = next.conversation
    drop(id)
    held.set(id, next)
    total += next.weight
    for (const oldest of held.keys()) {
      if (total <= maxHeld) break
      forget(oldest)
    }
  }

  /** What one owner has is nothing to another, whatever id they name. */
  const heldBy = (owner: string, id: string): Held | null => {
    const found = held.get(id)
    return found?.owner === owner ? found : null
  }

  const stateBy = (owner: string, id: string): Conversation | null => {
    const found = heldBy(owner, id) ?? states.get(id)
    return found?.owner === owner ? found.conversation : null
  }

  const newestBy = (owner: string, id: string): Conversation | null => {
    const found = stateBy(owner, id)
    return found !== null && versions.isNewest(found) ? found : null
  }

  function around(store: Store, owner: string): Store {
    const { entries } = store
    const now = createSharedRead((id: string) => store.conversations.get(id))

    /** The conversation as it is, and what is held of it if its head is the same. */
    async function current(id: string): Promise<{ readonly conversation: Conversation; readonly known: Held | null }> {
      const before = newestBy(owner, id)
      if (before !== null) return { conversation: before, known: heldBy(owner, id) }
      versions.watch(id)
      const conversation = await now(id)
      versions.read(conversation)
      states.set(id, { owner, conversation })
      const known = heldBy(owner, id)
      if (known === null || !isSameHead(known.conversation, conversation)) return { conversation, known: null }
      if (known.conversation.version < conversation.version) hold({ ...known, conversation })
      return { conversation, known }
    }

    async function read(id: string): ReturnType<Entries['branch']> {
      versions.watch(id)
      const [answer, { entries: newest }] = await Promise.all([
        entries.branch(id),
        entries.page(id, { limit: maxNewest }),
      ]).catch(error => {
        forget(id)
        throw error
      })
      const { conversation, branch } = answer
      versions.read(conversation)
      // Read at two moments: held only where nothing came in between.
      const isSame = newest.at(-1)?.entry.id === (conversation.head.entry ?? undefined)
      if (isSame) hold({ owner, conversation, branch, newest, weight: weightOf(branch) })
      else forget(id)
      return answer
    }

    const branch: Entries['branch'] = async (id, at) => {
      if (at !== undefined) return entries.branch(id, at)
      const { conversation, known } = await current(id)
      return known === null ? read(id) : { conversation, branch: known.branch }
    }

    const page: Entries['page'] = async (id, asked) => {
      const isNewest = asked.before === undefined && asked.after === undefined && asked.at === undefined
      const known = isNewest ? (await current(id)).known : null
      if (known === null || known.newest.length < asked.limit) return entries.page(id, asked)
      const found = known.newest.slice(-asked.limit)
      return { entries: found, more: found[0]!.entry.depth > 1 }
    }

    const append: Entries['append'] = async (id, added, options) => {
      const written = await entries.append(id, added, options)
      const known = heldBy(owner, id)
      if (known === null || !followsOn(known, written)) forget(id)
      else {
        const next = written.entries.map(({ entry }) => entry)
        hold({
          owner,
          conversation: written.conversation,
          branch: known.branch.concat(next),
          newest: [...known.newest, ...written.entries].slice(-maxNewest),
          weight: known.weight + weightOf(next),
        })
      }
      return written
    }

    const get = async (id: string) => (await current(id)).conversation
    /** What is noted is no change to the conversation, so nobody is told of it. */
    const note: Store['conversations']['note'] = async (id, status) => {
      await store.conversations.note(id, status)
      states.delete(id)
      const known = heldBy(owner, id)
      if (known !== null) hold({ ...known, conversation: { ...known.conversation, status } })
    }
    return {
      ...store,
      conversations: { ...store.conversations, get, note },
      entries: { ...entries, branch, page, append },
    }
  }

  return { around, held: (id, owner) => heldBy(owner, id), current: (id, owner) => newestBy(owner, id) }
}

const weightOf = (entries: Branch): number => entries.reduce((sum, entry) => sum + entryWeight(entry), 0)

/** Whether two states of a conversation have the same branch. */
export const isSameHead = ({ head: one }: Conversation, { head: other }: Conversation): boolean =>
  one.line === other.line && one.depth === other.depth && one.entry === other.entry

/** Whether all that has happened to the branch since is that these messages were added at its head. */
function followsOn({ conversation: { head } }: Held, { outcome, entries, conversation: now }: Appended): boolean {
  const [first, last] = [entries[0], entries.at(-1)]
  const isNext = first?.line === head.line && first.entry.depth === head.depth + 1
  const isHead = last?.line === now.head.line && last.entry.depth === now.head.depth
  return outcome === 'appended' && isNext && isHead && entries.every(({ entry }) => entry.type === 'message')
}

/** One read for all who ask while it is under way. */
function createSharedRead<Value>(read: (id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const open = new Map<string, Promise<Value>>()
  return id => {
    const shared = open.get(id) ?? read(id).finally(() => open.delete(id))
    open.set(id, shared)
    return shared
  }
}
