import type { Json } from '../../core/json.ts'

/** What a turn shows while it runs: everyone who listens gets all of it, from the start, however late they come. */
export type Feed = {
  readonly turn: string
  push(chunk: Json): void
  close(): void
  listen(signal?: AbortSignal): AsyncIterable<Json>
}

export function createFeed(turn: string): Feed {
  const chunks: Json[] = []
  let closed = false
  let wake: (() => void)[] = []
  const changed = () => {
    const sleepers = wake
    wake = []
    for (const resume of sleepers) resume()
  }
  return {
    turn,
    push(chunk) {
      chunks.push(chunk)
      changed()
    },
    close() {
      closed = true
      changed()
    },
    async *listen(signal) {
      signal?.addEventListener('abort', changed)
      try {
        for (let at = 0; !signal?.aborted; ) {
          if (at < chunks.length) yield chunks[at++]!
          else if (closed) return
          else await new Promise<void>(resume => wake.push(resume))
        }
      } finally {
        signal?.removeEventListener('abort', changed)
      }
    },
  }
}
