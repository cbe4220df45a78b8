import { type Edit, editBytes, encode } from './edit-bytes.ts'
import type { RequestBytes } from './read-request.ts'

/** A request, and the name that its model has at the provider, where the client calls it something else. */
type NamedRequest = Pick<RequestBytes, 'bytes' | 'members'> & { readonly rename: string | null }

/** The body of a request with its conversation as it is now; the client's own bytes where that changes nothing. */
export function bodyOf({ bytes, members, rename }: NamedRequest, conversation: Edit | null): readonly Uint8Array[] {
  const model = rename === null ? undefined : members?.find(({ key }) => key === 'model')
  const renamed: readonly Edit[] =
    model === undefined ? [] : [{ slice: model.value, bytes: [encode(JSON.stringify(rename))] }]
  const edits = conversation === null ? renamed : [...renamed, conversation]
  return edits.length === 0 ? [bytes] : editBytes(bytes, edits)
}
