import pg from 'pg'

/** Watches for how long what the dead left behind stays without an owner. */
export type Vigil = {
  /** From now on the conversation is watched. */
  readonly mourn: (conversation: string, diedAt: number) => void
  /** How many still wait to be taken over. */
  readonly waiting: () => number
  /** Null while it waits. */
  readonly orphanedMs: (conversation: string) => number | null
  readonly end: () => Promise<void>
}

const everyMs = 200

export async function keepVigil(url: string): Promise<Vigil> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const died = new Map<string, number>()
  const orphaned = new Map<string, number>()
  const look = async () => {
    const { rows } = await client.query<{ conversation: string }>(running)
    const held = new Set(rows.map(({ conversation }) => conversation))
    const free = [...died].filter(([conversation]) => !orphaned.has(conversation) && !held.has(conversation))
    for (const [conversation, at] of free) orphaned.set(conversation, Math.max(0, Date.now() - at))
  }
  let over = false
  const watching = (async () => {
    for (; !over; await new Promise(resolve => setTimeout(resolve, everyMs))) await look()
  })()
  return {
    mourn: (conversation, diedAt) => void died.set(conversation, diedAt),
    waiting: () => died.size - orphaned.size,
    orphanedMs: conversation => orphaned.get(conversation) ?? null,
    end: async () => {
      over = true
      await watching
      await client.end()
    },
  }
}

const running = `
  select conversation from longhand.turns where status = 'running'
  union select conversation from longhand.compactions where status in ('pending', 'running')`
