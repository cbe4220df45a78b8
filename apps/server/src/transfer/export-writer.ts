import { createHash, type Hash } from 'node:crypto'
import { createPacer, slices } from 'longhand/internal/engine'

/** Puts an export together: the lines of its conversations, one after the other, and the hashes by which it is known to be whole. */
export function createExportWriter() {
  const all = createHash('sha256')
  let own = createHash('sha256')
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
    /** The last line of the conversation. */
    conversationEnd(id: string): Promise<string> {
      const line = JSON.stringify({ type: 'conversation-end', id, hash: own.digest('hex') })
      own = createHash('sha256')
      return hashed(line, [all])
    },
    /** The last line of the file. */
    end: (conversations: number): string => JSON.stringify({ type: 'end', conversations, hash: all.digest('hex') }),
  }
}
