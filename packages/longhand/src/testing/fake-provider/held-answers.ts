import type { Json } from '../../core/json.ts'
import type { FindHeld, Resolved, ResolvedRequest } from './references.ts'
import type { Wire } from './wire.ts'

/** The answers that a provider holds for later requests to refer to. Its memory is bounded: the oldest go first. */
export type HeldAnswers = {
  readonly resolve: (wire: Wire, body: Json) => Resolved
  readonly note: (wire: Wire, answered: AnsweredRequest) => void
  /** Loses everything that is held. */
  readonly forget: () => void
}

export type AnsweredRequest = {
  readonly request: ResolvedRequest
  /** The answer as its wire wrote it. */
  readonly answer: Json
  /** How much the request and its answer take by themselves, without what they refer to. */
  readonly characters: number
}

export function createHeldAnswers(limits: HeldLimits = plenty): HeldAnswers {
  const values = new Map<string, Json>()
  const answers: HeldAnswer[] = []
  let characters = 0
  const find: FindHeld = (kind, id) => values.get(keyOf({ kind, id })) ?? null

  function dropOldest(): void {
    const oldest = answers.shift()!
    characters -= oldest.characters
    for (const key of oldest.keys) values.delete(key)
  }

  return {
    resolve: ({ references }, body) => references?.resolve(body, find) ?? { prompt: body, lost: null },
    note({ references }, answered) {
      const held = references?.hold(answered.request, answered.answer) ?? []
      if (held.length === 0) return
      for (const one of held) values.set(keyOf(one), one.value)
      answers.push({ keys: held.map(keyOf), characters: answered.characters })
      characters += answered.characters
      while (answers.length > limits.answers || (answers.length > 1 && characters > limits.characters)) dropOldest()
    },
    forget() {
      while (answers.length > 0) dropOldest()
    },
  }
}

export type HeldLimits = { readonly answers: number; readonly characters: number }

/** Clients that send everything with every request have all of it held each time, so answers alone are no bound. */
const plenty: HeldLimits = { answers: 2_000, characters: 32_000_000 }

type HeldAnswer = { readonly keys: readonly string[]; readonly characters: number }

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string => `${kind} ${id}`
