import type { AnsweredItems } from './answered-items.ts'
import { bodyOf } from './body-of.ts'
import type { ClientWindows } from './client-windows.ts'
import type { FirstRequests } from './first-requests.ts'
import { smallMembers } from './read-request.ts'
import type { RelayCall, RelayedRequest } from './relay-call.ts'

/** What may be of use of a request that is not kept. */
type Listeners = { readonly windows: ClientWindows; readonly items: AnsweredItems; readonly firsts: FirstRequests }

/** A request that goes on as it came, and of which nothing is kept. */
export const passedRequest = (
  call: RelayCall,
  reason: string,
  { windows, items, firsts }: Listeners,
): RelayedRequest => ({
  body: bodyOf(call, null),
  state: { type: 'passed', reason },
  isOutdated: false,
  stored: Promise.resolve(),
  smaller: async () => null,
  tooLong: async () => {},
  withoutOldThinking: async () => null,
  async answered(answer) {
    windows.heard(call, answer.message, null)
    if (reason !== 'first-request' || !answer.complete || !isHeld(call)) return
    items.note(call.owner, answer.message)
    firsts.hold(call.owner, { call, answer })
  },
})

const isHeld = ({ bytes, members, protocol }: RelayCall): boolean =>
  protocol.providerState(smallMembers(bytes, members ?? [])).isKept
