import { randomUUID } from 'node:crypto'
import type { Entry } from '../packages/longhand/src/core/entry.ts'
import { textOf } from '../packages/longhand/src/core/message.ts'
import { stepEntryId } from '../packages/longhand/src/engine/answer.ts'
import type { Store } from '../packages/longhand/src/engine/store.ts'
import { line } from './engine-cast.ts'
import type { Death } from './engine-kill.ts'
import type { Survivor } from './engine-survivor.ts'

/** What a death cost. Everything in it must be zero. */
export type Damage = {
  /** Acknowledged messages that are gone or different, gaps in the branch. */
  readonly lost: number
  /** Messages that are there twice. */
  readonly duplicates: number
  /** Saved words of an answer that are gone. */
  readonly unsaid: number
  /** Compactions that counted without a record of their own, or were told to count and did not. */
  readonly doubles: number
  /** Answers and compactions that nobody ended. */
  readonly stuck: number
  /** Calls beyond what may be paid for. */
  readonly overspent: number
  /** The conversation does not go on. */
  readonly bricked: number
}

/** Looks at what a dead process left, after the survivor took over: what was acknowledged, kept, paid for, and whether it goes on. */
export async function judge(death: Death, survivor: Survivor): Promise<Damage> {
  const { store } = survivor
  const overspent = await overspend(death, survivor)
  const unsaid = await unsaidWords(store, death)
  const stuck = await leftRunning(store, death.conversation)
  const bricked = await goesOn(death, survivor)
  const branch: Entry[] = []
  for await (const { entry } of store.entries.walk(death.conversation)) branch.push(entry)
  return {
    lost: (await lostMessages(store, death)) + branch.filter(({ depth }, at) => depth !== at + 1).length,
    duplicates: duplicatesIn(branch),
    unsaid,
    doubles: await doubleCommits(store, death, branch),
    stuck,
    overspent,
    bricked,
  }
}

const saidOf = ({ said }: Death, word: string) => said.filter(([first]) => first === word).map(([, ...rest]) => rest)

async function lostMessages(store: Store, death: Death): Promise<number> {
  const acknowledged = saidOf(death, 'ack')
  const ids = acknowledged.map(([id]) => id!)
  const found = await store.entries.find(death.conversation, ids)
  const texts = new Map(
    found.flatMap(({ entry }) => (entry.type === 'message' ? [[entry.id, textOf(entry.message)]] : [])),
  )
  return acknowledged.filter(([id, text]) => texts.get(id!) !== text).length
}

function duplicatesIn(branch: readonly Entry[]): number {
  const texts = branch.flatMap(entry =>
    entry.type === 'message' && entry.message.role === 'user' ? [textOf(entry.message)] : [],
  )
  return texts.length - new Set(texts).size
}

/** K8 every word that was saved is part of the stored answer. */
async function unsaidWords(store: Store, death: Death): Promise<number> {
  let unsaid = 0
  for (const [turn, text] of new Map(saidOf(death, 'saved') as [string, string][])) {
    const found = await store.entries.find(
      death.conversation,
      [1, 2].map(step => stepEntryId(turn, step, 0)),
    )
    const kept = found.some(({ entry }) => entry.type === 'message' && textOf(entry.message).startsWith(text))
    if (!kept) unsaid++
  }
  return unsaid
}

async function doubleCommits(store: Store, death: Death, branch: readonly Entry[]): Promise<number> {
  const jobs = await store.compactions.list(death.conversation, { limit: 1_000 })
  const done = jobs.filter(({ status }) => status === 'done').map(({ id }) => id)
  const entries = await store.entries.find(death.conversation, done)
  // Trims and edits are no jobs; a text for a span is.
  const unrecorded = branch.filter(
    entry =>
      entry.type === 'compaction' &&
      entry.edits === null &&
      !done.includes(entry.id) &&
      !inherits(entry, branch) &&
      entry.folds.some(({ type }) => type !== 'trim'),
  )
  const untrue = saidOf(death, 'done').filter(([id]) => !done.includes(id!))
  return done.length - entries.length + unrecorded.length + untrue.length
}

/** A trim carries the texts of the compaction before it. */
const inherits = (entry: Entry & { type: 'compaction' }, branch: readonly Entry[]): boolean => {
  const base = branch.find(({ id }) => id === entry.base)
  const texts = base?.type === 'compaction' ? base.folds.filter(({ type }) => type !== 'trim') : []
  return JSON.stringify(entry.folds.filter(({ type }) => type !== 'trim')) === JSON.stringify(texts)
}

async function leftRunning(store: Store, conversation: string): Promise<number> {
  const jobs = await store.compactions.list(conversation, { limit: 1_000 })
  const turn = await store.turns.latest(conversation)
  const running = jobs.filter(({ status }) => status === 'pending' || status === 'running').length
  return running + Number(turn?.status === 'running')
}

/** Three summaries for a compaction at most, none when its text was kept; nobody answers for the dead. */
async function overspend(death: Death, { store, asked }: Survivor): Promise<number> {
  const { conversation } = death
  const jobs = await store.compactions.list(conversation, { limit: 1_000 })
  const before = saidOf(death, 'asked').filter(([who]) => who === 'summariser').length
  const after = asked('summariser', conversation)
  const written = saidOf(death, 'written').at(-1)?.[0]
  const newest = jobs[0]?.id
  const paidTwice = written !== undefined && written === newest ? after : 0
  return Math.max(0, before + after - 3 * jobs.length) + paidTwice + asked('model', conversation)
}

/** What was sent last is sent again, as by someone who heard nothing; then one more thing is said and answered. */
async function goesOn(death: Death, { send, store }: Survivor): Promise<number> {
  const { conversation } = death
  // A process that died before it could begin has left nothing to go on with.
  await store.conversations.create({ id: conversation })
  const [id, text] = saidOf(death, 'sending').at(-1) ?? []
  if (id !== undefined) await send(conversation, id, text!)
  await send(conversation, randomUUID(), line('Still', conversation, 'there'))
  const turn = await store.turns.latest(conversation)
  const stored = id === undefined || (await store.entries.find(conversation, [id])).length === 1
  return Number(turn?.status !== 'done') + Number(!stored)
}
