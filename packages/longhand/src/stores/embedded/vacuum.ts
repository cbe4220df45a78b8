import type { PGlite } from '@electric-sql/pglite'

/** PGlite has no background workers, so we clean up ourselves: after much work, as soon as nobody asks for anything. */
export function vacuumer(database: Pick<PGlite, 'exec'>): { noticeWork(): void; stop(): void } {
  // Soon after a start, because the last run may have ended before its turn came.
  let asked = every - 100
  let timer: NodeJS.Timeout | undefined
  const clean = async () => {
    asked = 0
    // What is only ever added to needs fresh statistics; what is updated needs its dead rows taken away.
    await database
      .exec(`vacuum (analyze) ${updated.join(', ')}; analyze longhand.entries, longhand.words`)
      .catch(() => {})
  }
  return {
    noticeWork: () => {
      clearTimeout(timer)
      if (++asked >= every) timer = setTimeout(clean, 500).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

const every = 5_000

const updated = ['conversations', 'lines', 'compactions', 'turns', 'checkpoints', 'runs', 'memories', 'states'].map(
  table => `longhand.${table}`,
)
