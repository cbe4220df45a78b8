import { headersOfHint } from './hint.ts'
import type { HeardAnswer } from './protocol.ts'
import type { RelayCall } from './relay-call.ts'

/** A request that began something, and what was answered. */
export type FirstRequest = { readonly call: RelayCall; readonly answer: HeardAnswer }

/**
 * H4.17 requests that were passed on without being stored, by the ids of their answers, for a while: if a provider holds
 * the conversation, a client that goes on does not send its first request again.
 */
export type FirstRequests = {
  hold(owner: string, first: FirstRequest): void
  /** Has one stored that is held. Where that fails it still is; whoever comes meanwhile stores the same once more. */
  take(owner: string, id: string, store: (first: FirstRequest) => Promise<void>): Promise<void>
}

const maxRequests = 1_000
/** Bytes of all that is held, and of one: what is longer than conversations begin with is not. */
const maxHeld = 32_000_000
const maxOne = 4_000_000

export function createFirstRequests(): FirstRequests {
  const held = new Map<string, FirstRequest>()
  let total = 0
  const remove = (key: string) => {
    total -= held.get(key)?.call.bytes.length ?? 0
    held.delete(key)
  }
  return {
    hold(owner, { call, answer }) {
      const { length } = call.bytes
      if (answer.id === null || length > maxOne) return
      const key = `${owner} ${answer.id}`
      remove(key)
      held.set(key, { call: atRest(call), answer })
      total += length
      for (const oldest of held.keys()) {
        if (total <= maxHeld && held.size <= maxRequests) break
        remove(oldest)
      }
    },
    async take(owner, id, store) {
      const key = `${owner} ${id}`
      const first = held.get(key)
      if (first === undefined) return
      await store(first)
      remove(key)
    },
  }
}

/** H4.21 a request that nobody waits for any more, without the key of its client. */
const atRest = ({ mayStore, header, ...call }: RelayCall): RelayCall => ({
  ...call,
  header: headersOfHint(header),
  summariser: null,
  signal: new AbortController().signal,
})
