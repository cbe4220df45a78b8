import { proseWords, type Rarity } from './prose-words.ts'

/** A question about a conversation, and the messages that hold its answer. */
export type Question = {
  readonly conversation: string
  readonly question: string
  readonly answer: string
  readonly source: string
  /** Indexes of messages. */
  readonly evidence: readonly number[]
  /** The sentences of those messages that matter: index, start, end. */
  readonly focus?: readonly (readonly [number, number, number])[]
}

/** Whether what a question needs is still there. */
export type Found = {
  /** Every message of its evidence is held. */
  readonly evidence: number
  /** The share of them that is. */
  readonly turns: number
  /** The sentences that matter are held. */
  readonly focus: number
  /** The words of the answer stand anywhere; null when the conversation never had them. */
  readonly answer: number | null
}

/** Reads what is left of a conversation, unit by unit, and then answers for each question what it can find. */
export function finder(messages: readonly string[], rarity: Rarity, units: readonly string[]) {
  const places = placesOf(units)
  const weigh = (words: readonly string[]): number => words.reduce((sum, word) => sum + rarity.of(word), 0)
  const isHeld = (text: string): boolean => {
    const words = [...new Set(proseWords(text))]
    const sums = new Map<number, number>()
    for (const word of words)
      for (const unit of places.get(word) ?? []) sums.set(unit, (sums.get(unit) ?? 0) + rarity.of(word))
    const best = [...sums.values()].reduce((a, b) => Math.max(a, b), 0)
    return words.length === 0 || best >= minHeldShare * weigh(words)
  }
  return ({ answer, evidence, focus }: Question): Found => {
    const turns = evidence.map(at => isHeld(messages[at]!))
    const parts = focus?.map(([at, from, to]) => isHeld(messages[at]!.slice(from, to))) ?? []
    const words = [...new Set(proseWords(answer))].filter(rarity.has)
    return {
      evidence: Number(turns.every(Boolean)),
      turns: turns.filter(Boolean).length / turns.length,
      focus: Number((parts.length === 0 ? turns : parts).every(Boolean)),
      answer:
        words.length === 0
          ? null
          : Number(weigh(words.filter(word => places.has(word))) >= minAnswerShare * weigh(words)),
    }
  }
}

/** The share of a message's words, by rarity, that must stand on one line or in one message. */
const minHeldShare = 0.6
/** The share of an answer's words, by rarity, that must stand anywhere. */
const minAnswerShare = 0.8

function placesOf(units: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  units.forEach((unit, at) => {
    for (const word of new Set(proseWords(unit))) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [at])
      else known.push(at)
    }
  })
  return places
}
