import { LonghandError } from 'longhand'
import type { Json } from 'longhand/internal/core'
import { namedAnswers, type Protocol, type RelayState } from 'longhand/internal/relay'
import { wereAnswered } from './answered-ids.ts'
import { type Passing, sharesKeys } from './passing.ts'

/**
 * H4.12 what providers hold is their key's, and where people share a server, they share its keys. What this
 * process has answered this owner, it knows, and such a request is kept; of any other that names something held, the
 * storage knows whether it was answered by another one.
 */
export async function checkReferences(passing: Passing, state: RelayState, seen: Seen): Promise<void> {
  if (state.type === 'kept' || state.reason === 'first-request') return
  if (!sharesKeys(passing)) return
  const { endpoint, body } = passing
  const { protocol } = endpoint
  if (protocol.continuation === null) return
  const { member, reason } = protocol.continuation
  const names = seen === 'relay' && body.members !== null ? ['conversation'] : [member, 'conversation']
  if (state.reason !== reason && !namesHeld(body.bytes, protocol, names)) return
  const named = await namedAnswers({ ...body, protocol })
  if (named !== null && named.length > 0 && (await wereAnswered(passing, named))) return
  throw new LonghandError(
    'bad-request',
    'This goes on from something that the provider holds and that you have not been answered here. Send the whole conversation, or your own key.',
  )
}

/** Whether the relay has looked for the answer that a request goes on from, or could not. */
type Seen = 'relay' | 'nobody'

/** What cannot be read, or is too long to be read here, may name anything. */
function namesHeld(bytes: Uint8Array, { list, referenceIn }: Protocol, names: readonly string[]): boolean {
  const fields = bytes.length > maxBytes ? null : fieldsIn(bytes)
  if (fields === null || names.some(name => (fields[name] ?? null) !== null)) return true
  const items = fields[list]
  return Array.isArray(items) && items.some(item => referenceIn(item) !== null)
}

const maxBytes = 1_000_000

function fieldsIn(bytes: Uint8Array): Readonly<Record<string, Json>> | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
