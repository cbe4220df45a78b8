import type { Branch } from '../core/branch.ts'
import type { Entry } from '../core/entry.ts'
import { weightOf } from '../core/weight.ts'
import type { Conversation } from './ports/store-conversations.ts'
import type { StoredEntry } from './ports/store-entries.ts'

/** A conversation as it is in one version: all that a view is made of. */
export type HeldBranch = {
  readonly conversation: Conversation
  readonly branch: Branch
  /** The newest entries with what is known about them. */
  readonly newest: readonly StoredEntry[]
}

/** The branches of the last turns, by conversation. Whoever takes one looks whether it is still the newest version. */
export type HeldBranches = {
  get(conversation: string): HeldBranch | null
  hold(held: HeldBranch): void
  forget(conversation: string): void
}

/** Characters of all that is held; the conversations that were silent for longest go first. */
const maxCharacters = 64_000_000

export function createHeldBranches(): HeldBranches {
  const held = new Map<string, { readonly branch: HeldBranch; readonly characters: number }>()
  let total = 0
  const forget = (conversation: string) => {
    total -= held.get(conversation)?.characters ?? 0
    held.delete(conversation)
  }
  return {
    get: conversation => held.get(conversation)?.branch ?? null,
    hold({ conversation, branch, newest }) {
      const { id } = conversation
      forget(id)
      const characters = branch.reduce((sum, entry) => sum + entryWeight(entry), charactersEach)
      held.set(id, { branch: { conversation, branch, newest }, characters })
      total += characters
      for (const oldest of held.keys()) {
        if (total <= maxCharacters) break
        forget(oldest)
      }
    },
    forget,
  }
}

/** What a conversation takes that has nothing in it. */
const charactersEach = 1_000

/** About the bytes that an entry takes in memory. Each is weighed once. */
export function entryWeight(entry: Entry): number {
  const known = weighed.get(entry)
  if (known !== undefined) return known
  const characters = weightOf(entry, maxCharacters, 100)
  weighed.set(entry, characters)
  return characters
}

const weighed = new WeakMap<Entry, number>()
