import type { PGlite } from '@electric-sql/pglite'

/** PGlite has no background workers, so we clean up ourselves: after many queries, as soon as there is a pause. */
export function vacuumer(database: Pick<PGlite, 'exec'>): { noticeWork(): void; stop(): void } {
  // Soon after a start, because the last process may have ended before it was due.
  let queries = every - 100
  let timer: NodeJS.Timeout | undefined
  const clean = async () => {
    queries = 0
    // Append-only tables need fresh statistics; updated ones need their dead rows removed.
    await database
      .exec(`vacuum (analyze) ${updated.join(', ')}; analyze longhand.entries, longhand.words`)
      .catch(() => {})
  }
  return {
    noticeWork: () => {
      clearTimeout(timer)
      if (++queries >= every) timer = setTimeout(clean, 500).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

const every = 5_000

const updated = ['conversations', 'lines', 'compactions', 'turns', 'checkpoints', 'runs', 'memories', 'states'].map(
  table => `longhand.${table}`,
)
