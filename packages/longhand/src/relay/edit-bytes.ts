import type { Slice } from './scan-object.ts'

/** A slice of a body, and what is sent in its place. */
export type Edit = { readonly slice: Slice; readonly bytes: readonly Uint8Array[] }

/** A body with some of its slices replaced; all other bytes are the body's own. */
export function editBytes(body: Uint8Array, edits: readonly Edit[]): readonly Uint8Array[] {
  const edited: Uint8Array[] = []
  let at = 0
  for (const { slice, bytes } of edits.toSorted((a, b) => a.slice.from - b.slice.from)) {
    edited.push(body.subarray(at, slice.from), ...bytes)
    at = slice.to
  }
  return [...edited, body.subarray(at)]
}

const encoder = new TextEncoder()

export const encode = (text: string): Uint8Array => encoder.encode(text)
