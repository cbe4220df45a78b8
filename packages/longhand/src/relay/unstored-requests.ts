import { BoundedMap } from '../core/bounded-map.ts'
import { weightOf } from '../core/weight.ts'
import { headersOfHint } from './hint.ts'
import type { HeardAnswer } from './protocol.ts'
import type { RelayCall } from './relay-call.ts'

/** A request that was passed on and not stored, and what was answered; it says under which view. */
export type UnstoredRequest = { readonly call: AnsweredCall; readonly answer: HeardAnswer }

type AnsweredCall = RelayCall & Required<Pick<RelayCall, 'answeredUnder'>>

/**
 * H4.17 requests that were passed on without being stored, by the ids of their answers, for a while: if a provider holds
 * the conversation, a client that goes on does not send them again.
 */
export type UnstoredRequests = {
  hold(owner: string, unstored: UnstoredRequest): void
  /** Has one stored that is held. Where that fails it still is; whoever comes meanwhile stores the same once more. */
  take(owner: string, id: string, store: (unstored: UnstoredRequest) => Promise<void>): Promise<void>
}

const maxRequests = 1_000
/** Bytes of all that is held, and of one: what is longer than conversations begin with is not. */
const maxHeld = 32_000_000
const maxOne = 4_000_000

export function createUnstoredRequests(): UnstoredRequests {
  const held = new BoundedMap<UnstoredRequest>(maxRequests, { of: sizeOf, most: maxHeld })
  return {
    hold(owner, { call, answer }) {
      const unstored = { call: atRest(call), answer }
      if (answer.id !== null && sizeOf(unstored) <= maxOne) held.set(`${owner} ${answer.id}`, unstored)
    },
    async take(owner, id, store) {
      const unstored = held.get(`${owner} ${id}`)
      if (unstored === undefined) return
      await store(unstored)
      held.delete(`${owner} ${id}`)
    },
  }
}

const sizeOf = ({ call, answer }: UnstoredRequest): number =>
  call.bytes.length + weightOf(answer.message, maxOne + 1, 1)

/** H4.21 a request that nobody waits for any more, without the key of its client. */
const atRest = ({ mayStore, letIn, header, summariser, ...call }: AnsweredCall): AnsweredCall => ({
  ...call,
  header: headersOfHint(header),
  summariser: summariser === 'server' ? 'server' : null,
  signal: new AbortController().signal,
})
