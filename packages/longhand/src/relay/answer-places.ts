import { BoundedMap } from '../core/bounded-map.ts'
import type { Json } from '../core/json.ts'
import type { Store } from '../engine/ports/store.ts'

/** An answer that was stored: its conversation, its entry, and what the system said before it, as far as this process heard it. */
export type AnswerPlace = { readonly conversation: string; readonly entry: string; readonly system: readonly Json[] }

/** H4.17 where answers are stored, by the ids that their providers gave them. */
export type AnswerPlaces = {
  find(store: Store, answer: NamedAnswer): Promise<AnswerPlace | null>
  note(answer: NamedAnswer, place: AnswerPlace): void
}

export type NamedAnswer = { readonly owner: string; readonly id: string }

/** The newest of more conversations than go on at once. */
const maxPlaces = 10_000

export function createAnswerPlaces(): AnswerPlaces {
  const places = new BoundedMap<AnswerPlace>(maxPlaces)
  const keyOf = ({ owner, id }: NamedAnswer) => `${owner} ${id}`
  return {
    async find(store, answer) {
      const known = places.get(keyOf(answer))
      if (known !== undefined) return known
      const found = await store.entries.findByResponse(answer.id)
      return found === null ? null : { conversation: found.conversation, entry: found.stored.entry.id, system: [] }
    },
    note: (answer, place) => places.set(keyOf(answer), place),
  }
}
