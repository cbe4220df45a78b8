import type { Branch } from '../core/branch.ts'
import type { Store } from '../engine/ports/store.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import type { Appended, Entries, StoredEntry } from '../engine/ports/store-entries.ts'

/** What is held of a conversation as one version of it is: its branch, and the newest entries with what is told beside them. */
type Held = {
  readonly version: number
  readonly branch: Branch
  readonly newest: readonly StoredEntry[]
}

/** More than a snapshot asks for. */
const maxNewest = 64

/** Tokens of all that is held, about 64 MB. */
const maxHeld = 16_000_000

/**
 * Answers a branch that has not changed from memory: a client sends a long conversation again with every step, and reading
 * all of it each time would take longer than all else. Every change makes another version, whoever made it, and is read anew;
 * only messages that are added here at the head are known without reading.
 */
export function createBranchCache(): (store: Store) => Store {
  const held = new Map<string, Held>()
  let total = 0
  const forget = (conversation: string) => {
    total -= sizeOf(held.get(conversation))
    held.delete(conversation)
  }
  const hold = (conversation: string, next: Held) => {
    forget(conversation)
    held.set(conversation, next)
    total += sizeOf(next)
    for (const oldest of held.keys()) {
      if (total <= maxHeld) break
      forget(oldest)
    }
  }
  return store => {
    const { entries } = store
    const now = createSharedRead((id: string) => store.conversations.get(id))

    /** The conversation as it is, and what is held of it if that is the same version. */
    async function current(id: string): Promise<{ readonly conversation: Conversation; readonly known: Held | null }> {
      const conversation = await now(id)
      const known = held.get(id)
      return { conversation, known: known?.version === conversation.version ? known : null }
    }

    async function read(id: string): ReturnType<Entries['branch']> {
      const [answer, { entries: newest }] = await Promise.all([
        entries.branch(id),
        entries.page(id, { limit: maxNewest }),
      ])
      const { conversation, branch } = answer
      // Read at two moments: held only where nothing came in between.
      const isSame = newest.at(-1)?.entry.id === (conversation.head.entry ?? undefined)
      if (isSame) hold(id, { version: conversation.version, branch, newest })
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
      const known = held.get(id)
      if (known === undefined || !followsOn(known, written)) forget(id)
      else
        hold(id, {
          version: written.conversation.version,
          branch: [...known.branch, ...written.entries.map(({ entry }) => entry)],
          newest: [...known.newest, ...written.entries].slice(-maxNewest),
        })
      return written
    }

    return { ...store, entries: { ...entries, branch, page, append } }
  }
}

const sizeOf = (known: Held | undefined): number =>
  known?.branch.reduce((sum, entry) => sum + (entry.type === 'message' ? entry.count : 100), 0) ?? 0

/** Whether all that has happened since is that these messages were added at the head. */
const followsOn = ({ version }: Held, { outcome, entries, conversation }: Appended): boolean =>
  outcome === 'appended' &&
  conversation.version === version + 1 &&
  entries.every(({ entry }) => entry.type === 'message')

/** One read for all who ask while it is under way. */
function createSharedRead<Value>(read: (id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const open = new Map<string, Promise<Value>>()
  return id => {
    const shared = open.get(id) ?? read(id).finally(() => open.delete(id))
    open.set(id, shared)
    return shared
  }
}
