import { BoundedMap } from '../core/bounded-map.ts'
import { type Message, textOf } from '../core/message.ts'
import type { RelayCall } from './relay-call.ts'

/** H4.15 the windows that clients believe in, in tokens: told by the configuration, or learnt from what they do. */
export type ClientWindows = {
  /** The smallest that is known for a client and its model; null when none is. */
  of(call: ClientOf): number | null
  /** Notes an answer, which the client may make its summary, and how full the window was then; null as before. */
  heard(call: ClientOf, answer: Message, used: number | null): void
  /** Looks whether a conversation begins with what the model has just written: then its client has compacted by itself. */
  began(call: ClientOf, messages: readonly Message[]): void
}

type ClientOf = Pick<RelayCall, 'owner' | 'client' | 'model'>

/** What may become a summary: its longer lines, and the tokens that the window held. */
type Candidate = { readonly lines: readonly string[]; readonly used: number }

export function createClientWindows(told: Readonly<Record<string, number>> = {}): ClientWindows {
  const candidates = new BoundedMap<readonly Candidate[]>(maxClients)
  const compactedAt = new BoundedMap<number>(maxClients)
  const learnt = new BoundedMap<number>(maxClients)
  const keyOf = ({ owner, client, model }: ClientOf) => `${owner} ${model} ${client}`
  return {
    of(call) {
      const names = Object.keys(told).filter(name => call.client.startsWith(name))
      const known = [...names.map(name => told[name]!), learnt.get(keyOf(call)) ?? Number.POSITIVE_INFINITY]
      const smallest = Math.min(...known)
      return Number.isFinite(smallest) ? smallest : null
    },
    heard(call, answer, reported) {
      const before = candidates.get(keyOf(call)) ?? []
      const used = reported ?? before.at(-1)?.used ?? 0
      candidates.set(keyOf(call), [...before, { lines: longLines(textOf(answer)), used }].slice(-maxCandidates))
    },
    began(call, messages) {
      const begins = messages.map(textOf).join('\n').slice(0, maxBeginning)
      const summary = candidates.get(keyOf(call))?.findLast(({ lines }) => isFoundIn(begins, lines))
      if (summary === undefined || summary.used === 0) return
      // Once may have been a person's wish; twice at about the same size is what the client does.
      const last = compactedAt.get(keyOf(call))
      if (last !== undefined && Math.abs(last - summary.used) <= last * tolerance)
        learnt.set(keyOf(call), Math.min(last, summary.used))
      compactedAt.set(keyOf(call), summary.used)
    },
  }
}

const maxClients = 1_000
/** Titles and subagents are answered in between. */
const maxCandidates = 8
const tolerance = 0.2

/**
 * What a client says before the first answer, where its summary stands. An answer that comes back in its own place is none;
 * only a conversation may begin with one, in the model's mouth.
 */
export function beforeAnswer(added: readonly { readonly message: Message }[], known: number): readonly Message[] {
  const messages = added.map(({ message }) => message)
  const answer = messages.findIndex(({ role }, at) => role === 'assistant' && (at > 0 || known > 0))
  return messages.slice(0, answer < 0 ? messages.length : answer)
}

/** Clients keep a part of what the model wrote, in a frame of their own; its lines they leave as they are. */
function isFoundIn(text: string, lines: readonly string[]): boolean {
  const found = new Set(lines.filter(line => text.includes(line)))
  return found.size >= minLines || [...found].join('').length >= minLetters
}

const minLines = 3
const minLetters = 150

const longLines = (text: string): readonly string[] =>
  text
    .slice(0, maxLength)
    .split('\n')
    .map(line => line.trim().slice(0, 200))
    .filter(line => line.length >= 30)
    .slice(0, 60)

const maxLength = 20_000
/** Longer than any summary with what is said around it: what is looked through for each line is bounded. */
const maxBeginning = 100_000
