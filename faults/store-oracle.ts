import { createHash } from 'node:crypto'
import { activeCompaction } from '../packages/longhand/src/core/branch.ts'
import { textOf } from '../packages/longhand/src/core/message.ts'
import type { Store } from '../packages/longhand/src/engine/ports/store.ts'
import type { clean, Outcome } from './store-outcome.ts'

/** Looks at all of a conversation and compares it with what was acknowledged: entry id → hash of its text. */
export async function judge(
  store: Store,
  conversation: string,
  acknowledged: ReadonlyMap<string, string>,
): Promise<Pick<Outcome, keyof typeof clean>> {
  const found = new Map<string, string>()
  const branch = []
  let [duplicates, gaps] = [0, 0]
  for await (const { entry } of store.entries.walk(conversation)) {
    if (found.has(entry.id)) duplicates++
    if (entry.depth !== branch.length + 1) gaps++
    found.set(entry.id, entry.type === 'message' ? hash(textOf(entry.message)) : '')
    branch.push(entry)
  }
  const { head, totals } = await store.conversations.get(conversation)
  const messages = branch.filter(({ type }) => type === 'message').length
  const wrongHead =
    head.depth !== branch.length ||
    totals.messages !== messages ||
    head.compaction !== (activeCompaction(branch)?.id ?? null)
  const missing = [...acknowledged].filter(([id, text]) => found.get(id) !== text).length
  return {
    lost: missing + gaps + Number(wrongHead),
    duplicates,
    doubles: await doubles(store, conversation, branch),
    stuck: await stuck(store, conversation),
  }
}

/** Compactions that counted twice, or whose record and entry do not agree. */
async function doubles(
  store: Store,
  conversation: string,
  branch: readonly { id: string; type: string }[],
): Promise<number> {
  const records = await store.compactions.list(conversation, { limit: 10_000 })
  const done = records.filter(({ status }) => status === 'done').map(({ id }) => id)
  const entries = branch.filter(({ type }) => type === 'compaction').map(({ id }) => id)
  const bases = records.filter(({ status }) => status === 'done').map(({ base }) => base.compaction)
  return (
    new Set([...done, ...entries]).size -
    done.length +
    (entries.length - done.length) +
    (bases.length - new Set(bases).size)
  )
}

/** A live job that nobody can take any more. */
async function stuck(store: Store, conversation: string): Promise<number> {
  const live = async () =>
    (await store.compactions.list(conversation)).filter(({ status }) => status === 'pending' || status === 'running')
      .length
  if ((await live()) === 0) return 0
  await new Promise(resolve => setTimeout(resolve, 400))
  const job = await store.compactions.claim(conversation, { worker: 'judge', ms: 1000 })
  if (job !== null) await store.compactions.end(job, 'failed', 'left behind')
  return live()
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
