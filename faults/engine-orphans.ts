import pg from 'pg'

/** Watches for how long what the dead left behind stays without a living owner. */
export type OrphanWatch = {
  /** From now on the conversation is watched, and what the worker held is without an owner. */
  readonly track: (dead: { readonly conversation: string; readonly worker: string; readonly at: number }) => void
  /** How many still wait to be ended. */
  readonly waiting: () => number
  readonly waits: (conversation: string) => Waits
  readonly end: () => Promise<void>
}

/** How long something waited for whoever took it over, and until it was ended; longer when its heir died as well. */
export type Waits = {
  /** Null while it waits. */
  readonly orphanedMs: number | null
  readonly endedMs: number | null
}

type Watched = {
  readonly diedAt: number
  /** Null while a living worker has it. */
  readonly orphanSince: number | null
  readonly orphanedMs: number
  readonly endedMs: number | null
}

const pollMs = 200

export async function watchOrphans(url: string): Promise<OrphanWatch> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const died = new Map<string, number>()
  const watched = new Map<string, Watched>()
  const look = async () => {
    const { rows } = await client.query<Job>(running)
    const jobs = Map.groupBy(rows, ({ conversation }) => conversation)
    for (const [conversation, before] of watched)
      if (before.endedMs === null) watched.set(conversation, now(before, jobs.get(conversation) ?? [], died))
  }
  let over = false
  const watching = (async () => {
    for (; !over; await new Promise(resolve => setTimeout(resolve, pollMs))) await look()
  })()
  return {
    track: ({ conversation, worker, at }) => {
      died.set(worker, at)
      watched.set(conversation, { diedAt: at, orphanSince: at, orphanedMs: 0, endedMs: null })
    },
    waiting: () => [...watched.values()].filter(({ endedMs }) => endedMs === null).length,
    waits: conversation => {
      const { orphanedMs, endedMs } = watched.get(conversation)!
      return { orphanedMs: endedMs === null ? null : orphanedMs, endedMs }
    },
    end: async () => {
      over = true
      await watching
      await client.end()
    },
  }
}

/** A worker is named after its process; a job that nobody has claimed yet has none. */
type Job = { readonly conversation: string; readonly process: string | null }

function now(before: Watched, jobs: readonly Job[], died: ReadonlyMap<string, number>): Watched {
  const at = Date.now()
  const deaths = jobs.flatMap(({ process }) => (process === null ? before.diedAt : (died.get(process) ?? [])))
  return {
    ...before,
    orphanSince: deaths.length === 0 ? null : Math.min(...deaths),
    orphanedMs: Math.max(before.orphanedMs, before.orphanSince === null ? 0 : at - before.orphanSince),
    endedMs: jobs.length === 0 ? at - before.diedAt : null,
  }
}

const running = `
  select conversation, split_part(worker, ' ', 1) as process from longhand.turns where status = 'running'
  union select conversation, split_part(worker, ' ', 1) from longhand.compactions where status in ('pending', 'running')`
