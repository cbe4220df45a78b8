import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Longhand } from '../longhand.ts'
import { condense, sendByApi } from '../steps.ts'

/** The conversations that the scenes look at; made once. */
export type SeededConversations = {
  /** A short one with tool calls, reasoning, code, a branch and a protected message. */
  readonly queue: string
  /** The sample, condensed, with checkpoints. */
  readonly condensed: string
  /** Nearly full, and nothing condenses it. */
  readonly full: string
}

export const seedConversations = (longhand: Longhand): Promise<SeededConversations> => {
  seeded ??= createConversations(longhand)
  return seeded
}

let seeded: Promise<SeededConversations> | undefined

async function createConversations(longhand: Longhand): Promise<SeededConversations> {
  const api = longhand.api()
  for (const [title, words] of Object.entries(others)) {
    const { id } = await api.create({ title, model: 'offline/quoting-8k' })
    await sendByApi(longhand, id, words)
  }
  const full = await sample(longhand, 'Grant proposal, second draft')
  await sendByApi(longhand, full, long)
  await sendByApi(longhand, full, `Once more, for the record. ${long}`)
  const condensed = await sample(longhand)
  await api.saveCheckpoint(condensed, 'Before the loader is rewritten')
  await condense(longhand, condensed)
  const { policy } = await api.conversation(condensed)
  await api.update(condensed, { policy: { ...policy, automatic: 'on' } })
  await sendByApi(longhand, condensed, 'Which file says when an import is finished?')
  await api.saveCheckpoint(condensed, 'Finished is a fact')
  return { queue: await queue(longhand), condensed, full }
}

/** The sample, in which nothing is condensed but by hand. */
export async function sample(longhand: Longhand, title?: string): Promise<string> {
  const { id, policy } = await longhand.api().create({ sample: true })
  await longhand.api().update(id, { policy: { ...policy, automatic: 'off' }, ...(title && { title }) })
  return id
}

async function queue(longhand: Longhand): Promise<string> {
  const api = longhand.api()
  const transcript = await readFile(join(import.meta.dirname, 'queue-worker.json'), 'utf8')
  const { conversation } = await api.import(transcript, 'transcript')
  const id = conversation!
  await api.update(id, { title: 'Queue worker for invoice exports', model: 'offline/quoting' })
  await api.protect(id, 3, 'protect')
  const before = (await api.entries(id)).entries.find(entry => entry.type === 'message' && entry.number === 4)
  const one = { clientId: 'one', text: 'Good. One worker is enough for now.', after: before!.id }
  await new Response(await api.send(id, one, {})).text()
  const other = (await api.branches(id)).find(({ current }) => !current)
  await api.switchBranch(id, other!.line, other!.head)
  return id
}

const others = {
  'Novel: the lighthouse chapter': 'The keeper never says what he saw. Keep it so.',
  'Tax return 2025': 'The flat was let from March on. Which form is that?',
  'Italian, lesson by lesson': 'Today the subjunctive again: che io sia, che tu sia.',
  'Kitchen plan and lighting': 'The window stays where it is, and the sink goes below it.',
}

const long = Array.from(
  { length: 14 },
  (_, at) =>
    `Part ${at + 1} of the plan: the loader reads line by line, writes in batches of five hundred, and says which line it refused and why.`,
).join(' ')
