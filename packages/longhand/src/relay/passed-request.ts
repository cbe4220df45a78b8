import { bodyOf } from './body-of.ts'
import type { ClientWindows } from './client-windows.ts'
import type { RelayCall, RelayedRequest } from './relay-call.ts'

/** A request that goes on as it came, and of which nothing is kept. */
export const passedRequest = (call: RelayCall, reason: string, windows: ClientWindows): RelayedRequest => ({
  body: bodyOf(call, null),
  state: { type: 'passed', reason },
  stored: Promise.resolve(),
  smaller: async () => null,
  tooLong: async () => {},
  withoutOldThinking: async () => null,
  answered: async ({ message }) => windows.heard(call, message, null),
})
