import { rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../core/errors.ts'
import type { Message } from '../../core/message.ts'
import type { Storage, Store } from '../../engine/ports/store.ts'
import type { Base, CompactionJob } from '../../engine/ports/store-compactions.ts'
import type { Conversation } from '../../engine/ports/store-conversations.ts'
import type { NewEntry } from '../../engine/ports/store-entries.ts'

/** One promise of a storage, and how to see that it is kept. Throws when it is not. */
export type StoreRule = { readonly name: string; readonly run: (room: StoreRoom) => Promise<void> }

/** Where a rule looks: a storage, two owners who know nothing of each other, and a way to let time pass. */
export type StoreRoom = {
  readonly storage: Storage
  readonly owner: string
  readonly store: Store
  readonly stranger: Store
  /** Makes everything that these owners have stored this much older; leases and all. */
  readonly pass: (ms: number) => Promise<void>
}

export function storeRoom(storage: Storage, pass: (owners: readonly string[], ms: number) => Promise<void>): StoreRoom {
  const owners = [randomUUID(), randomUUID()] as const
  return {
    storage,
    owner: owners[0],
    store: storage.as(owners[0]),
    stranger: storage.as(owners[1]),
    pass: ms => pass(owners, ms),
  }
}

export const day = 24 * 60 * 60 * 1000

export const lease = { worker: 'one', ms: 30_000 }
export const otherLease = { worker: 'two', ms: 30_000 }

/** Everything that comes, in order. */
export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Expects a LonghandError with this code. */
export const fails = (code: ErrorCode, promise: Promise<unknown>): Promise<void> =>
  rejects(promise, (error: { code?: string }) => {
    if (error.code === code) return true
    throw error
  })

export async function newConversation(store: Store, title?: string): Promise<Conversation> {
  return store.conversations.create({ id: randomUUID(), ...(title === undefined ? {} : { title }) })
}

/** A message entry: `u` or `a` and what is said; ten tokens each. */
export function said(role: 'user' | 'assistant', text: string, id: string = randomUUID()): NewEntry {
  return { type: 'message', id, message: { role, parts: [{ type: 'text', text }] }, count: 10 }
}

export const entryOf = (message: Message, id: string = randomUUID()): NewEntry => ({
  type: 'message',
  id,
  message,
  count: 1,
})

/** A conversation in which person and model have taken turns: m1, m2, … */
export async function talk(store: Store, messages: number): Promise<Conversation> {
  const { id } = await newConversation(store)
  const entries = Array.from({ length: messages }, (_, at) =>
    said(at % 2 === 0 ? 'user' : 'assistant', `word${at + 1}`, `m${at + 1}`),
  )
  return (await store.entries.append(id, entries)).conversation
}

export const plannedOn = ({ head, epoch }: Conversation): Base => ({
  place: { line: head.line, depth: head.depth },
  compaction: head.compaction,
  epoch,
})

/** Asks for a compaction of a span and takes it. */
export async function claimed(store: Store, conversation: Conversation, to: number): Promise<CompactionJob> {
  const wanted = { id: randomUUID(), base: plannedOn(conversation), span: { from: 2, to }, plan: { why: 'asked' } }
  const answer = await store.compactions.request(conversation.id, wanted)
  if (answer.type !== 'requested') throw new Error(`The compaction was not requested: ${answer.type}`)
  return (await store.compactions.claim(conversation.id, lease))!
}

/** The entry that folds a span. */
export const folding = (base: string | null, to: number, version = 1, kept: readonly number[] = []) =>
  ({
    type: 'compaction',
    version,
    base,
    edits: null,
    folds: [{ type: 'summary', span: { from: 2, to }, kept, text: `Summary ${version}.`, tag: 'summary', count: 5 }],
  }) as const

/** Folds everything from the second message to a depth, from request to commit. */
export async function compact(store: Store, conversation: Conversation, to: number): Promise<Conversation> {
  const job = await claimed(store, conversation, to)
  const version = (await store.compactions.list(conversation.id)).filter(({ status }) => status === 'done').length + 1
  const finished = await store.compactions.finish(job, folding(conversation.head.compaction, to, version), { version })
  if (finished.type !== 'done') throw new Error(`The compaction did not count: ${finished.type}`)
  return finished.appended.conversation
}
