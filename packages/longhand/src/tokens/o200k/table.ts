/** All that o200k is: the kind of every character by code point, and the tokens in order of rank. */
export type Table = {
  readonly kinds: Uint8Array
  /** How many bytes each token has. */
  readonly lengths: Uint8Array
  /** The bytes of all tokens, one after the other. */
  readonly bytes: Uint8Array
}

const characters = 0x110000
const header = 2 * Uint32Array.BYTES_PER_ELEMENT

/** A table as one file: the number of runs and of tokens, then runs of equal kinds, lengths, bytes. */
export function pack({ kinds, lengths, bytes }: Table): Uint8Array {
  const ends = [...kinds.keys()].filter(at => kinds[at] !== kinds[at + 1]).map(at => at + 1)
  const file = new Uint8Array(header + ends.length * 5 + lengths.length + bytes.length)
  new Uint32Array(file.buffer, 0, 2).set([ends.length, lengths.length])
  new Uint32Array(file.buffer, header, ends.length).set(ends)
  file.set(
    ends.map(end => kinds[end - 1]!),
    header + ends.length * 4,
  )
  file.set(lengths, header + ends.length * 5)
  file.set(bytes, header + ends.length * 5 + lengths.length)
  return file
}

/** The table in a file that `pack` made. */
export function unpack(file: Uint8Array): Table {
  const words = new Uint32Array(file.buffer, file.byteOffset, 2)
  const [runs, tokens] = [words[0]!, words[1]!]
  const ends = new Uint32Array(file.buffer, file.byteOffset + header, runs)
  const lengthsAt = header + runs * 5
  const kinds = new Uint8Array(characters)
  for (let run = 0; run < runs; run++) kinds.fill(file[header + runs * 4 + run]!, ends[run - 1] ?? 0, ends[run])
  return { kinds, lengths: file.subarray(lengthsAt, lengthsAt + tokens), bytes: file.subarray(lengthsAt + tokens) }
}
