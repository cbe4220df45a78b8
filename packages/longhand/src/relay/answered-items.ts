import { BoundedMap } from '../core/bounded-map.ts'
import { LonghandError } from '../core/errors.ts'
import { callsOf, type Message, type Part } from '../core/message.ts'
import { weightOf } from '../core/weight.ts'
import type { Store } from '../engine/ports/store.ts'
import { itemIdOf } from '../wire/openai-responses.ts'
import type { KnownItem } from './item-cache.ts'
import { digestsOf } from './part-digest.ts'

/** An item of an answer, and what it says as far as one has to know. */
export type AnsweredItem = { readonly message: Message; readonly known: KnownItem }

/** H4.17 the items of answers by the ids that their provider gave them: a client may send the id in place of the words. */
export type AnsweredItems = {
  find(owner: string, id: string): AnsweredItem | null
  note(owner: string, answer: Message): void
  /** Notes what is stored: after another process heard the answers. */
  learn(search: ItemSearch): Promise<void>
}

/** Where items may have been answered: the conversations that a request may belong to, until enough is known. */
export type ItemSearch = {
  readonly store: Store
  readonly owner: string
  readonly candidates: readonly string[]
  readonly isEnough: () => Promise<boolean>
}

/** More than agents hold at once, and what is held of their words. What was forgotten is read from the store again. */
const maxItems = 20_000
const maxHeld = 32_000_000
const maxSearched = 1_000

export function createAnsweredItems(): AnsweredItems {
  const items = new BoundedMap<AnsweredItem>(maxItems, {
    of: ({ message }) => weightOf(message, maxHeld, 1),
    most: maxHeld,
  })
  // The versions of conversations that were searched: what was not found then is not there now.
  const searched = new BoundedMap<number>(maxSearched)

  function note(owner: string, answer: Message): void {
    for (const [id, parts] of partsById(answer)) {
      // Noted again it would be another object, and the trail of what was the same would be made anew.
      if (items.get(`${owner} ${id}`) === undefined) items.set(`${owner} ${id}`, answeredItem(parts))
    }
  }

  async function learn({ store, owner, candidates, isEnough }: ItemSearch): Promise<void> {
    for (const conversation of new Set(candidates)) {
      const version = await versionOf(store, conversation)
      if (version === null || searched.get(conversation) === version) continue
      for (const { tip } of await store.branches.list(conversation)) {
        for await (const { entry } of store.entries.walk(conversation, { at: tip }))
          if (entry.type === 'message' && entry.message.role === 'assistant') note(owner, entry.message)
        if (await isEnough()) return
      }
      searched.set(conversation, version)
    }
  }

  return { find: (owner, id) => items.get(`${owner} ${id}`) ?? null, note, learn }
}

async function versionOf(store: Store, conversation: string): Promise<number | null> {
  try {
    return (await store.conversations.get(conversation)).version
  } catch (error) {
    if (error instanceof LonghandError && error.code === 'not-found') return null
    throw error
  }
}

function partsById({ parts }: Message): ReadonlyMap<string, readonly Part[]> {
  const found = new Map<string, Part[]>()
  for (const part of parts) {
    const id = itemIdOf(part)
    if (id === null) continue
    const same = found.get(id)
    if (same === undefined) found.set(id, [part])
    else same.push(part)
  }
  return found
}

function answeredItem(parts: readonly Part[]): AnsweredItem {
  const message: Message = { role: 'assistant', parts }
  const calls = callsOf(message).map(({ callId, name }) => [callId, name] as const)
  return { message, known: { pieces: [{ block: null, role: 'assistant', parts: digestsOf(message) }], calls } }
}
