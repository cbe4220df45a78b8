import { randomUUID } from 'node:crypto'
import type { Entry } from '../packages/longhand/src/core/entry.ts'
import { textOf } from '../packages/longhand/src/core/message.ts'
import type { Store } from '../packages/longhand/src/engine/ports/store.ts'
import { line } from './engine-cast.ts'
import type { Death } from './engine-kill.ts'
import type { Resent, Survivor } from './engine-survivor.ts'

/** What a death cost. Everything in it must be zero. */
export type Damage = {
  /** Acknowledged messages that are gone or different, gaps in the branch. */
  readonly lost: number
  /** Messages that are there twice, on any branch. */
  readonly duplicates: number
  /** Acknowledged messages that stand before one that was acknowledged earlier. */
  readonly disordered: number
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

/** A death, and what the client was told that sent its last message again. */
export type Judged = Death & { readonly resent: Resent }

/** Looks at what a dead process left, after the survivor took over: what was acknowledged, kept, paid for, and whether it goes on. */
export async function judge(death: Judged, survivor: Survivor): Promise<Damage> {
  const { store } = survivor
  const overspent = await overspend(death, survivor)
  const unsaid = await unsaidWords(store, death)
  const stuck = await leftRunning(store, death.conversation)
  const bricked = await goesOn(death, survivor)
  const branch: Entry[] = []
  for await (const { entry } of store.entries.walk(death.conversation)) branch.push(entry)
  const acknowledged = await findAcknowledged(store, death)
  return {
    lost: acknowledged.lost + branch.filter(({ depth }, at) => depth !== at + 1).length,
    duplicates: duplicatesIn(await everything(store, death.conversation)),
    disordered: acknowledged.disordered,
    unsaid,
    doubles: await doubleCommits(store, death, branch),
    stuck,
    overspent,
    bricked,
  }
}

const saidOf = ({ said }: Death, word: string) => said.filter(([first]) => first === word).map(([, ...rest]) => rest)

/** Whatever a client was told to be stored, by the dead process or by the next one, in order. */
export function acknowledgedBy(death: Judged): readonly (readonly [id: string, text: string])[] {
  const { resent } = death
  const told = saidOf(death, 'ack').map(([id, text]) => [id!, text!] as const)
  const again = resent?.told === 'answering' || resent?.told === 'repeated'
  return again && !told.some(([id]) => id === resent.id) ? [...told, [resent.id, resent.text]] : told
}

async function findAcknowledged(store: Store, death: Judged): Promise<Pick<Damage, 'lost' | 'disordered'>> {
  const acknowledged = acknowledgedBy(death)
  const ids = acknowledged.map(([id]) => id)
  const found = new Map((await store.entries.find(death.conversation, ids)).map(stored => [stored.entry.id, stored]))
  const deepest = new Map<number, number>()
  const damage = { lost: 0, disordered: 0 }
  for (const [id, text] of acknowledged) {
    const stored = found.get(id)
    if (stored?.entry.type !== 'message' || textOf(stored.entry.message) !== text) {
      damage.lost++
      continue
    }
    const { line, entry } = stored
    if (entry.depth < (deepest.get(line) ?? 0)) damage.disordered++
    deepest.set(line, entry.depth)
  }
  return damage
}

/** The entries of all branches, each once. */
async function everything(store: Store, conversation: string): Promise<readonly Entry[]> {
  const all = new Map<string, Entry>()
  for (const { tip } of await store.branches.list(conversation))
    for await (const { entry } of store.entries.walk(conversation, { at: tip })) all.set(entry.id, entry)
  return [...all.values()]
}

function duplicatesIn(entries: readonly Entry[]): number {
  const texts = entries.flatMap(entry =>
    entry.type === 'message' && entry.message.role === 'user' ? [textOf(entry.message)] : [],
  )
  return texts.length - new Set(texts).size
}

/** K8 every word that was saved is part of the stored answer. */
async function unsaidWords(store: Store, death: Death): Promise<number> {
  let unsaid = 0
  for (const [prefix, text] of new Map(saidOf(death, 'saved') as [string, string][])) {
    const found = await store.entries.find(
      death.conversation,
      ['1.0', '2.0', '1.0.late'].map(name => `${prefix}${name}`),
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

/** Three summaries for a compaction at most, none when its text was kept; nobody answers for the dead unless asked again. */
async function overspend(death: Judged, { store, asked }: Survivor): Promise<number> {
  const { conversation } = death
  const jobs = await store.compactions.list(conversation, { limit: 1_000 })
  const before = saidOf(death, 'asked').filter(([who]) => who === 'summariser').length
  const after = asked('summariser', conversation)
  const written = saidOf(death, 'written').at(-1)?.[0]
  const newest = jobs[0]?.id
  const paidTwice = written !== undefined && written === newest ? after : 0
  const unasked = asked('model', conversation) - (death.resent?.asked ?? 0)
  return Math.max(0, before + after - 3 * jobs.length) + paidTwice + unasked
}

/** What nobody has acknowledged yet is sent once more, nothing else: nobody sends again what is said to be stored. Then one more thing is said and answered. */
async function goesOn(death: Judged, { send, store }: Survivor): Promise<number> {
  const { conversation } = death
  // A process that died before it could begin has left nothing to go on with.
  await store.conversations.create({ id: conversation })
  const [id, text] = saidOf(death, 'sending').at(-1) ?? []
  const acknowledged = acknowledgedBy(death).some(([known]) => known === id)
  if (id !== undefined && !acknowledged) await send(conversation, id, text!)
  await send(conversation, randomUUID(), line('Still', conversation, 'there'))
  const turn = await store.turns.latest(conversation)
  const stored = id === undefined || (await store.entries.find(conversation, [id])).length === 1
  return Number(turn?.status !== 'done') + Number(!stored)
}
