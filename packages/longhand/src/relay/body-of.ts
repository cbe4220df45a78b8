import { type Edit, editBytes, encode } from './edit-bytes.ts'
import type { RequestBytes } from './read-request.ts'

/** A request, and the name that its model has at the provider, where the client calls it something else. */
type NamedRequest = RequestBytes & { readonly rename: string | null }

/** The body of a request with its conversation as it is now; the client's own bytes where that changes nothing. */
export function bodyOf(request: NamedRequest, conversation: Edit | null): readonly Uint8Array[] {
  const { bytes, rename } = request
  const edits = [
    ...(rename === null ? [] : setMember(request, 'model', rename)),
    ...(conversation === null ? [] : [conversation, ...goingOnFromNothing(request)]),
  ]
  return edits.length === 0 ? [bytes] : editBytes(bytes, edits)
}

/** H4.17 what is written in full goes on from nothing that its provider holds. */
function goingOnFromNothing(request: RequestBytes): readonly Edit[] {
  const { continuation } = request.protocol
  return continuation?.outdated === 'write' ? setMember(request, continuation.member, null) : []
}

function setMember({ members }: RequestBytes, name: string, value: string | null): readonly Edit[] {
  const member = members?.find(({ key }) => key === name)
  return member === undefined ? [] : [{ slice: member.value, bytes: [encode(JSON.stringify(value))] }]
}
