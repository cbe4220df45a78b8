import { BoundedMap } from '../core/bounded-map.ts'
import type { Json } from '../core/json.ts'
import type { Store } from '../engine/ports/store.ts'
import type { StoredEntry } from '../engine/ports/store-entries.ts'
import { type HeldMeta, type HeldState, readHeldMeta, systemKey } from './held-answer.ts'

/** An answer that was stored: its conversation and its entry, and what its provider holds up to it. */
export type AnswerPlace = HeldState & { readonly conversation: string; readonly entry: string }

/** H4.17 where answers are stored, by the ids that their providers gave them. */
export type AnswerPlaces = {
  find(store: Store, answer: NamedAnswer): Promise<AnswerPlace | null>
  note(answer: NamedAnswer, place: AnswerPlace): void
  forget(answer: NamedAnswer): void
  /** What is to be stored beside an answer. */
  metaOf(place: AnswerPlace): HeldMeta
}

export type NamedAnswer = { readonly owner: string; readonly id: string }

/** The newest of more conversations than go on at once. */
const maxPlaces = 10_000

export function createAnswerPlaces(): AnswerPlaces {
  const places = new BoundedMap<AnswerPlace>(maxPlaces, { of: weightOf, most: 32_000_000 })
  // By conversation, the last entry that what the system says was noted with.
  const noted = new BoundedMap<{ readonly key: string; readonly entry: string }>(maxPlaces)
  const keyOf = ({ owner, id }: NamedAnswer) => `${owner} ${id}`
  return {
    async find(store, answer) {
      const known = places.get(keyOf(answer))
      if (known !== undefined) return known
      const found = await store.entries.findByResponse(answer.id)
      return found && storedPlace(store, found)
    },
    note: (answer, place) => places.set(keyOf(answer), place),
    forget(answer) {
      const place = places.get(keyOf(answer))
      places.delete(keyOf(answer))
      // What was to be noted with its entry is noted with the next one.
      if (place !== undefined) noted.delete(place.conversation)
    },
    metaOf({ conversation, entry, view, system }) {
      if (system === null || system.length === 0) return system === null ? { view, system } : { view }
      const key = systemKey(system)
      const before = noted.get(conversation)
      if (before?.key === key && before.entry !== entry) return { view, system: before.entry }
      noted.set(conversation, { key, entry })
      return { view, system }
    },
  }
}

/** Most say nothing: what the system said is one list for many answers, counted with each. */
const weightOf = ({ system }: AnswerPlace): number => (system?.length ? JSON.stringify(system).length : 0)

type Found = { readonly conversation: string; readonly stored: StoredEntry }

async function storedPlace(store: Store, { conversation, stored }: Found): Promise<AnswerPlace> {
  const { view, system = [] } = readHeldMeta(stored.about)
  const place = { conversation, entry: stored.entry.id, view }
  return { ...place, system: typeof system === 'string' ? await systemAt(store, conversation, system) : system }
}

async function systemAt(store: Store, conversation: string, entry: string): Promise<readonly Json[] | null> {
  const [found] = await store.entries.find(conversation, [entry])
  const { system = null } = readHeldMeta(found?.about ?? null)
  return typeof system === 'string' ? null : system
}
