import { createHash, type Hash } from 'node:crypto'
import { createPacer, slices } from 'longhand/internal/engine'

/** Puts the export of one conversation together: its lines, and the hashes by which it is known to be whole. */
export function createExportWriter() {
  const [all, own] = [createHash('sha256'), createHash('sha256')]
  const pace = createPacer()
  const hashed = async (line: string, hashes: readonly Hash[]): Promise<string> => {
    // In slices, with a pause between them: a message may be very long.
    for (const slice of slices(`${line}\n`)) {
      for (const hash of hashes) hash.update(slice)
      await pace()
    }
    return line
  }
  return {
    /** The first line of the file. */
    head: (line: string) => hashed(line, [all]),
    /** A line of the conversation. */
    line: (line: string) => hashed(line, [all, own]),
    /** The last lines of the conversation and of the file. */
    async *ends(id: string): AsyncGenerator<string> {
      yield await hashed(JSON.stringify({ type: 'conversation-end', id, hash: own.digest('hex') }), [all])
      yield JSON.stringify({ type: 'end', conversations: 1, hash: all.digest('hex') })
    },
  }
}
