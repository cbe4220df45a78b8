import { LonghandError } from 'longhand'
import { redact } from 'longhand/internal/facts'
import { type Member, type Relay, readFields, valueAt } from 'longhand/internal/relay'

/** A request of a client, as far as its route has to know it. */
export type RelayBody = {
  readonly bytes: Uint8Array
  /** Null when it can only be passed on as it is. */
  readonly members: readonly Member[] | null
  readonly model: string
  readonly stream: boolean
}

/** Reads which model is asked, and how. What is no JSON is refused; what is odd JSON is the provider's to judge. */
export async function readBody(bytes: Uint8Array, { scan }: Pick<Relay, 'scan'>): Promise<RelayBody> {
  const members = await scan(bytes)
  const { model, stream } = members === null ? await fieldsOf(bytes) : read(bytes, members)
  if (typeof model !== 'string' || model === '' || model.length > 300)
    throw new LonghandError('bad-request', 'model: name the model to use.')
  // H4.21 names of models are stored and shown.
  if (redact(model) !== model)
    throw new LonghandError('bad-request', 'model: this looks like a key. Name the model to use.')
  return { bytes, members, model, stream: stream === true }
}

const wanted = ['model', 'stream'] as const

type Fields = { readonly [name in (typeof wanted)[number]]?: unknown }

const read = (bytes: Uint8Array, members: readonly Member[]): Fields =>
  Object.fromEntries(
    members
      .filter(({ key, items }) => items === null && wanted.some(name => name === key))
      .map(({ key, value }) => [key, valueAt(bytes, value)]),
  )

async function fieldsOf(bytes: Uint8Array): Promise<Fields> {
  const fields = await readFields(bytes, wanted)
  if (fields === null) throw new LonghandError('bad-request', 'The request is not a JSON object that can be read.')
  return fields
}
