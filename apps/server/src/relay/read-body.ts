import { LonghandError } from 'longhand'
import { redact } from 'longhand/internal/facts'
import { type Member, type Relay, valueAt } from 'longhand/internal/relay'

/** A request of a client, as far as its route has to know it. */
export type RelayBody = {
  readonly bytes: Uint8Array
  /** Null when it can only be passed on as it is. */
  readonly members: readonly Member[] | null
  readonly model: string
  readonly stream: boolean
}

/** Reads which model is asked, and how. What is no JSON is refused; what is odd JSON is the provider's to judge. */
export function readBody(bytes: Uint8Array, { scan }: Pick<Relay, 'scan'>): RelayBody {
  const members = scan(bytes)
  const fields = members === null ? parsed(bytes) : null
  const read = (key: string): unknown => {
    if (fields !== null) return fields[key]
    const member = members!.find(one => one.key === key)
    return member === undefined || member.items !== null ? undefined : valueAt(bytes, member.value)
  }
  const model = read('model')
  if (typeof model !== 'string' || model === '' || model.length > 300)
    throw new LonghandError('bad-request', 'model: name the model to use.')
  // H4.21 names of models are stored and shown.
  if (redact(model) !== model)
    throw new LonghandError('bad-request', 'model: this looks like a key. Name the model to use.')
  return { bytes, members, model, stream: read('stream') === true }
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below, like everything that is no object.
  }
  throw new LonghandError('bad-request', 'The request is not a JSON object that can be read.')
}
