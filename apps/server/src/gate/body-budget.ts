import { LonghandError } from 'longhand'
import type { RequestEnv } from '../request-env.ts'
import type { Limits } from './limits.ts'

/** How many bytes of bodies may be here at once, of one owner and of all. */
export type BodyBudget = {
  /** Begins to count the body of a request, for whoever sends it. */
  open(who: string, connection: RequestEnv['Bindings'] | undefined): CountedBody
  /** How many there are. */
  bytes(): number
}

export type CountedBody = {
  /** Counts what comes, or what is said to come; throws when that is too much. */
  add(bytes: number): void
  /** Nothing works on it any more. It is given back when its client has been answered, or has gone. */
  end(): void
}

export function createBodyBudget({ heldBytes, heldBytesPerOwner }: Limits): BodyBudget {
  const byOwner = new Map<string, number>()
  let all = 0
  return {
    bytes: () => all,
    open(who, connection) {
      let own = 0
      const change = (bytes: number) => {
        own += bytes
        all += bytes
        byOwner.set(who, (byOwner.get(who) ?? 0) + bytes)
        if (byOwner.get(who) === 0) byOwner.delete(who)
      }
      return {
        add(bytes) {
          const ofOwner = byOwner.get(who) ?? 0
          // The size of one alone is for its route to judge.
          if (ofOwner > own && ofOwner + bytes > heldBytesPerOwner) throw tooMuch('Your requests in progress')
          if (all > own && all + bytes > heldBytes) throw tooMuch('All requests in progress')
          change(bytes)
        },
        end: () => whenClosed(connection, () => change(-own)),
      }
    },
  }
}

const tooMuch = (what: string): LonghandError =>
  new LonghandError('rate-limited', `${what} are as large as they may be together. Try again in a moment.`)

/** A response that waits for others on its connection is never told that this has gone. */
function whenClosed({ incoming, outgoing }: RequestEnv['Bindings'] = {}, then: () => void): void {
  const socket = incoming?.socket
  if (outgoing === undefined || outgoing.destroyed || socket === undefined || socket.destroyed) {
    then()
    return
  }
  const close = () => {
    outgoing.off('close', close)
    socket.off('close', close)
    then()
  }
  outgoing.once('close', close)
  socket.once('close', close)
}
