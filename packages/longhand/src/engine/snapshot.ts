import { append, type Branch } from '../core/branch.ts'
import type { Entry } from '../core/entry.ts'
import type { Json } from '../core/json.ts'
import type { Layout } from '../core/layout.ts'
import { parsePolicy } from '../core/parse-policy.ts'
import { applySchedule, classic, type Policy } from '../core/policy.ts'
import type { View } from '../core/view.ts'
import { fits, type WindowStatus, windowStatus } from '../core/window.ts'
import type { Scope } from './engine.ts'
import type { HeldBranch } from './held-branches.ts'
import { type ToldBefore, toldBefore } from './own-instructions.ts'
import type { Reading } from './ports/meter.ts'
import type { ChatModel } from './ports/models.ts'
import type { Conversation, NewConversation, Place } from './ports/store-conversations.ts'
import type { NewEntry, StoredEntry } from './ports/store-entries.ts'
import type { ProjectFile } from './ports/store-projects.ts'
import type { Since } from './ports/store-turns.ts'
import { projectFilesTokens } from './project-files.ts'
import { readBranch } from './read-branch.ts'
import { readEntryMeta } from './turn/entry-meta.ts'

/** A conversation as it stands now, and how full its window is. */
export type Snapshot = HeldBranch & {
  readonly layout: Layout
  readonly view: View
  readonly chatModel: ChatModel
  /** What the person wants of it here, beside what the model is always told; null when nothing. */
  readonly instructions: string | null
  /** The files of its project, which come before that. */
  readonly files: readonly ProjectFile[]
  readonly policy: Policy
  readonly reading: Reading
  readonly status: WindowStatus
  /** Whether the view may be sent as it is. */
  readonly fits: boolean
  /** What the provider still has in its cache of this view. */
  readonly cache: CacheState
}

/** `unknown` before the first answer, and for providers that have none. */
export type CacheState = { readonly state: 'warm' | 'cold' | 'unknown'; readonly tokens: number }

/** What a snapshot is made from, as the store has it. */
export type StoredState = HeldBranch & {
  /** What has been learnt about the model. */
  readonly learnt: Json | null
  /** What the person wants of the model; nothing when left out. */
  readonly instructions?: string | null
  /** The files of its project; none when left out. */
  readonly files?: readonly ProjectFile[]
}

/** Which part of a conversation is read: as it stood at a place, or its messages up to a depth as they are condensed now. */
export type ReadAt = { readonly place: Place } | { readonly upTo: number }

/** Reads what the view needs, bounded by the window, and measures it. */
export async function readSnapshot(
  { engine, store, conversation: id }: Scope,
  at: ReadAt | null = null,
): Promise<Snapshot> {
  const place = at !== null && 'place' in at ? at.place : undefined
  const [{ conversation, branch }, { entries: newest }] = await Promise.all([
    store.entries.branch(id, place),
    store.entries.page(id, { limit: anchorReach, ...(place && { at: place }) }),
  ])
  const [learnt, told] = await Promise.all([
    store.calibrations.get(modelOf(engine, conversation).name),
    toldBefore(store, conversation),
  ])
  const read = { conversation, branch, newest, learnt, ...told }
  if (at === null || 'place' in at) return snapshotOf(engine, read)
  const isRead = isUpTo(at.upTo)
  const upTo = { branch: branch.filter(isRead), newest: newest.filter(({ entry }) => isRead(entry)) }
  return snapshotOf(engine, { ...read, ...upTo })
}

/** Whether an entry is a message up to a depth, or tells of such messages alone. */
const isUpTo =
  (depth: number) =>
  (entry: Entry): boolean => {
    if (entry.type === 'compaction') return entry.folds.every(({ span }) => span.to < depth)
    return entry.depth <= depth
  }

/** Creates a conversation and holds it as empty, so that its first turn needn't read it. */
export async function createConversation(scope: Scope, fields: Omit<NewConversation, 'id'>): Promise<Snapshot> {
  const { engine, store, conversation: id } = scope
  const [conversation, learnt] = await Promise.all([
    store.conversations.create({ ...fields, id }),
    store.calibrations.get(modelOf(engine, { model: fields.model ?? null }).name),
  ])
  // It was there already.
  if (conversation.head.depth > 0) return readSnapshot(scope)
  const told = await toldBefore(store, conversation)
  const created = await snapshotOf(engine, { conversation, branch: [], newest: [], learnt, ...told })
  engine.heldBranches.hold(created)
  return created
}

const modelOf = ({ models }: Scope['engine'], { model }: Pick<Conversation, 'model'>): ChatModel =>
  models.find(model ?? models.defaultModel)

/** The same of what has been read. */
export async function snapshotOf(engine: Scope['engine'], state: StoredState): Promise<Snapshot> {
  const { conversation, branch, newest, learnt, instructions = null, files = [] } = state
  const chatModel = modelOf(engine, conversation)
  const cache = cacheOf(newest, chatModel, engine.clock.now())
  const chosen = policyOf(conversation, engine.policy)
  const room = engine.meter.room(chatModel.room, learnt)
  const { layout, view } = await readBranch(branch)
  const own = tokensBefore(engine, { instructions, files }) + (chatModel.addedInstructions ?? 0)
  const reading: Reading = {
    ...{ model: chatModel.name, learnt, view, shields: layout.shields, tools: chatModel.tools, window: room.window },
    instructions: own + tokensBefore(engine, { instructions: chatModel.instructions, files: [] }),
    anchor: anchorOf(newest, { compaction: layout.current?.id ?? null, instructions: own }),
  }
  const status = windowStatus(engine.meter.measure(reading), room)
  const isFitting = fits(status)
  const policy = applySchedule(chosen, room, status.breakdown.system + status.breakdown.tools)
  const read = { conversation, branch, newest, layout, view, chatModel, instructions, files, policy, reading }
  return { ...read, status, fits: isFitting, cache }
}

/** Tokens of what the model is told before all messages. */
export const tokensBefore = ({ meter }: Scope['engine'], { instructions, files }: ToldBefore): number =>
  (instructions === null ? 0 : meter.countText(instructions)) + projectFilesTokens(meter, files)

/** Entries that were written at the end of a branch, and the conversation as it is with them. */
export type BranchGrowth = Since & {
  readonly entries: readonly StoredEntry[]
  /** What was learnt about models, by name. */
  readonly learnt: Readonly<Record<string, Json | null>>
}

/**
 * A snapshot with what was written after it, without reading it again; null when that is not all that happened.
 * A turn ends in the conversation that it began with, unless someone else was there.
 */
export async function grownSnapshot(
  { engine, store }: Scope,
  before: HeldBranch | null,
  { entries, learnt, since, conversation }: BranchGrowth,
): Promise<Snapshot | null> {
  if (before === null || !isAllThatHappened(before, { entries, since, conversation })) return null
  return snapshotOf(engine, {
    conversation,
    branch: [...before.branch, ...entries.map(({ entry }) => entry)],
    newest: [...before.newest, ...entries].slice(-anchorReach),
    learnt: learnt[modelOf(engine, conversation).name] ?? null,
    ...(await toldBefore(store, conversation)),
  })
}

/** The snapshot as it will be when these entries are stored and nothing else happens. */
export async function expectedSnapshot(
  { engine }: Scope,
  { conversation, branch, newest, instructions, files }: Snapshot,
  { added, learnt }: { readonly added: readonly NewEntry[]; readonly learnt: Json | null },
): Promise<Snapshot> {
  const entries = added.reduce<Branch>((before, { id, about, ...draft }) => append(before, draft, id), branch)
  const at = engine.clock.now()
  const stored = added.map(({ about = null }, nth) => {
    const entry = entries[branch.length + nth]!
    return { entry, about, at, line: conversation.head.line }
  })
  const now = { conversation, branch: entries, newest: [...newest, ...stored] }
  return snapshotOf(engine, { ...now, learnt, instructions, files })
}

/** Whether all that has happened since is that these messages were added at the head. */
function isAllThatHappened(
  { conversation: before }: HeldBranch,
  { since, conversation: now, entries }: Omit<BranchGrowth, 'learnt'>,
): boolean {
  return (
    since === before.version &&
    now.head.depth === before.head.depth + entries.length &&
    (now.head.line === before.head.line || before.head.depth === 0) &&
    entries.every(({ entry }) => entry.type === 'message')
  )
}

/** How far back the newest reported usage is looked for: a tool loop may end in many results without one. */
const anchorReach = 40

/** C19 whether the newest answer is so old that its provider has forgotten the view, and what it remembers otherwise. */
function cacheOf(newest: readonly StoredEntry[], { name, cacheMs }: ChatModel, now: number): CacheState {
  const last = newest.findLast(({ about }) => readEntryMeta(about).usage !== undefined)
  if (last === undefined || cacheMs === undefined) return { state: 'unknown', tokens: 0 }
  const { model, usage, at = last.at } = readEntryMeta(last.about)
  // Another model has another cache.
  if (model !== name || now - at > cacheMs) return { state: 'cold', tokens: 0 }
  return { state: 'warm', tokens: usage!.cacheRead + usage!.cacheWrite }
}

/**
 * T3 what was reported for a view with another compaction tells nothing about the one with this. Instructions that have
 * changed since then count by what they take more or less.
 */
function anchorOf(newest: readonly StoredEntry[], now: { compaction: string | null; instructions: number }) {
  for (const { entry, about } of newest.toReversed()) {
    const { model, usage, turn, compaction = null, instructions = 0 } = readEntryMeta(about)
    if (entry.type !== 'message' || model === undefined || usage === undefined || compaction !== now.compaction)
      continue
    const input = Math.max(0, usage.input + now.instructions - instructions)
    const reasoning = reasoningOf(newest, turn) ?? usage.reasoning
    return { model, depth: entry.depth, usage: { ...usage, input, reasoning } }
  }
  return null
}

/** T2 all reasoning of a turn: a provider that drops it at the next one drops it together. */
function reasoningOf(newest: readonly StoredEntry[], turn: string | undefined): number | null {
  if (turn === undefined) return null
  const steps = newest.map(({ about }) => readEntryMeta(about)).filter(about => about.turn === turn)
  return steps.reduce((sum, { usage }) => sum + (usage?.reasoning ?? 0), 0)
}

/** A conversation's own settings, over those of the installation. */
export function policyOf({ settings }: Pick<Conversation, 'settings'>, usual: Policy): Policy {
  const own = (settings as { readonly policy?: Json } | null)?.policy
  return own === undefined ? usual : { ...classic, ...usual, ...validPartOf(own) }
}

/** A policy that was stored before it was checked must not keep anyone from their conversation. */
function validPartOf(policy: Json): Partial<Policy> {
  try {
    return parsePolicy(policy)
  } catch {
    return {}
  }
}
