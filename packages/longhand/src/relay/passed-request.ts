import type { AnsweredItems } from './answered-items.ts'
import { bodyOf } from './body-of.ts'
import type { ClientWindows } from './client-windows.ts'
import { smallMembers } from './read-request.ts'
import type { RelayCall, RelayedRequest } from './relay-call.ts'
import type { UnstoredRequests } from './unstored-requests.ts'

/** What may be of use of a request that is not kept. */
type Listeners = { readonly windows: ClientWindows; readonly items: AnsweredItems; readonly unstored: UnstoredRequests }

/** A request that goes on as it came, and of which nothing is kept. */
export const passedRequest = (
  call: RelayCall,
  reason: string,
  { windows, items, unstored }: Listeners,
): RelayedRequest => ({
  body: bodyOf(call, null),
  state: { type: 'passed', reason },
  isOutdated: false,
  stored: Promise.resolve(),
  smaller: async () => null,
  tooLong: async () => {},
  withoutOldThinking: async () => null,
  inWords: async () => null,
  async answered(answer) {
    windows.heard(call, { message: answer.message, of: null })
    if (!laterKept.has(reason) || !answer.complete || !isHeld(call)) return
    items.note(call.owner, answer.message)
    unstored.hold(call.owner, { call: { ...call, answeredUnder: null }, answer })
  },
})

/** Why a request was not kept that will be when another one goes on from it. */
const laterKept: ReadonlySet<string> = new Set(['first-request', 'storage', 'unread'])

const isHeld = ({ bytes, members, protocol }: RelayCall): boolean =>
  protocol.providerState(smallMembers(bytes, members ?? [])).isKept
