import { BoundedMap } from '../core/bounded-map.ts'
import { type Message, textOf } from '../core/message.ts'
import type { Engine } from '../engine/engine.ts'
import type { RelayCall } from './relay-call.ts'

/** H4.15 the windows that clients believe in, in tokens: told by the configuration, or learnt from what they do. */
export type ClientWindows = {
  /** The smallest that is known for a client, its model and a conversation; null when none is. */
  of(call: ClientOf, conversation: string): number | null
  /** Notes an answer, which the client may make its summary. */
  heard(call: ClientOf, answer: NotedAnswer): void
  /** Looks whether a conversation begins with what the model has just written: then its client has compacted by itself. */
  began(call: ClientOf, conversation: string, messages: readonly Message[]): void
  /** What was learnt for an owner. */
  learnt(owner: string): readonly LearntWindow[]
  /** Forgets what was learnt of an owner's client and model. */
  forget(client: ClientOf): void
}

type ClientOf = Pick<RelayCall, 'owner' | 'client' | 'model'>

/** An answer, and how full the window was with it: null for one that was asked for apart and is of no conversation. */
type NotedAnswer = {
  readonly message: Message
  readonly of: { readonly conversation: string; readonly used: number } | null
}

/** A window that was learnt: for one conversation and what goes on from it, or, with null, for all of a client's. */
export type LearntWindow = Pick<RelayCall, 'client' | 'model'> & {
  readonly tokens: number
  /** What its model holds. */
  readonly window: number
  readonly conversation: string | null
  /** When it was last confirmed, and when it is forgotten unless it is confirmed again. */
  readonly at: number
  readonly until: number
}

/** What may become a summary: its longer lines, and the tokens that the window of its conversation held. */
type Candidate = { readonly lines: readonly string[]; readonly conversation: string; readonly used: number }

/** A client has compacted: which conversation went on in another, named by the first of them, at how many tokens. */
type Sighting = { readonly chain: string; readonly used: number; readonly at: number }

type Known = ClientOf & { readonly window: number; readonly sightings: readonly Sighting[] }

/** `told`: the windows of the configuration, by how the names of clients begin. */
export function createClientWindows(
  engine: () => Pick<Engine, 'models' | 'clock'>,
  told: Readonly<Record<string, number>> = {},
): ClientWindows {
  const now = () => engine().clock.now()
  const candidates = new BoundedMap<readonly Candidate[]>(maxClients)
  const seen = new Map<string, Known>()
  // The first of the conversations that one is a continuation of.
  const chains = new BoundedMap<string>(maxChains)
  const keyOf = ({ owner, client, model }: ClientOf) => `${owner} ${model} ${client}`
  const chainOf = (conversation: string) => chains.get(conversation) ?? conversation
  const windowsOf = (known: Known | undefined) => (known === undefined ? [] : windowsIn(known.sightings, now()))
  return {
    of(call, conversation) {
      const names = Object.keys(told).filter(name => call.client.startsWith(name))
      const rows = windowsOf(seen.get(keyOf(call))).filter(
        ({ chain }) => chain === null || chain === chainOf(conversation),
      )
      const known = [...names.map(name => told[name]!), ...rows.map(({ tokens }) => tokens)]
      return known.length === 0 ? null : Math.min(...known)
    },
    heard(call, { message, of }) {
      const before = candidates.get(keyOf(call)) ?? []
      // A summary that was asked for apart is of what went before it.
      const from = of ?? before.at(-1)
      if (from === undefined) return
      const { conversation, used } = from
      const candidate = { lines: longLines(textOf(message)), conversation, used }
      candidates.set(keyOf(call), [...before, candidate].slice(-maxCandidates))
    },
    began(call, conversation, messages) {
      const before = candidates.get(keyOf(call)) ?? []
      const begins = messages.map(textOf).join('\n').slice(0, maxBeginning)
      const summary = before.findLast(({ lines }) => isFoundIn(begins, lines))
      const { window } = engine().models.find(call.model).room
      // What fills little of a window is no reason to compact: then a program quotes, as in a draft that goes on.
      if (summary === undefined || window === null || summary.used < window * smallestShare) return
      const chain = chainOf(summary.conversation)
      chains.set(conversation, chain)
      // The same request may come again.
      const rest = before.filter(one => one !== summary)
      candidates.set(keyOf(call), rest)
      const { owner, client, model } = call
      const sighting = { chain, used: summary.used, at: now() }
      const sightings = [...(seen.get(keyOf(call))?.sightings ?? []), sighting].slice(-maxSightings)
      seen.delete(keyOf(call))
      seen.set(keyOf(call), { owner, client, model, window, sightings })
      if (seen.size > maxClients) seen.delete(seen.keys().next().value!)
    },
    learnt: owner =>
      [...seen.values()]
        .filter(known => known.owner === owner)
        .flatMap(known =>
          windowsOf(known).map(({ chain: conversation, tokens, at }) => {
            const { client, model, window } = known
            return { client, model, tokens, window, conversation, at, until: at + forgottenAfterMs }
          }),
        ),
    forget(client) {
      candidates.delete(keyOf(client))
      seen.delete(keyOf(client))
    },
  }
}

type ChainWindow = { readonly chain: string | null; readonly tokens: number; readonly at: number }

/**
 * Once may have been a person's wish; twice at about the same size is what the client does there. What it does in two
 * conversations it does in all, for as long as both are known.
 */
function windowsIn(sightings: readonly Sighting[], now: number): readonly ChainWindow[] {
  const rows = [...Map.groupBy(sightings, ({ chain }) => chain)].flatMap(([chain, sizes]) => {
    const pair = newestPair(sizes.map(({ used, at }) => ({ tokens: used, at })))
    const isFresh = pair !== null && now - pair[1].at < forgottenAfterMs
    return isFresh ? [{ chain, tokens: smallerOf(pair), at: pair[1].at }] : []
  })
  const all = newestPair(rows.toSorted((a, b) => a.at - b.at))
  return all === null ? rows : [...rows, { chain: null, tokens: smallerOf(all), at: all[0].at }]
}

type Size = Pick<ChainWindow, 'tokens' | 'at'>
type Pair = readonly [Size, Size]

/** The newest two in a row that are about the same, and less than a day apart; null when none are. */
function newestPair(sizes: readonly Size[]): Pair | null {
  const pairs = sizes.slice(1).map((newer, at): Pair => [sizes[at]!, newer])
  const isSame = ([older, newer]: Pair) =>
    Math.abs(older.tokens - newer.tokens) <= older.tokens * tolerance && newer.at - older.at < forgottenAfterMs
  return pairs.findLast(isSame) ?? null
}

const smallerOf = ([older, newer]: Pair): number => Math.min(older.tokens, newer.tokens)

const maxClients = 1_000
const maxChains = 10_000
const maxSightings = 32
/** Of the model's window: no client compacts what takes less. */
const smallestShare = 0.25
const forgottenAfterMs = 24 * 60 * 60 * 1_000
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
