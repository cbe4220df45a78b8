import { type Branch, inForce } from '../core/branch.ts'
import type { Json } from '../core/json.ts'
import { parsePolicy } from '../core/parse-policy.ts'
import { classic, type Policy } from '../core/policy.ts'
import { onSchedule } from '../core/schedule.ts'
import { type View, view } from '../core/view.ts'
import { type Status, windowStatus } from '../core/window.ts'
import type { Scope } from './engine.ts'
import { failpoint } from './failpoint.ts'
import { othersTurnAfter } from './long-work/others-turn.ts'
import type { Anchor, Reading } from './ports/meter.ts'
import type { Speaker } from './ports/models.ts'
import type { Conversation } from './ports/store-conversations.ts'
import type { StoredEntry } from './ports/store-entries.ts'
import { readAbout } from './turn/entry-meta.ts'

/** A conversation as it stands at one moment, and how full its window is. */
export type Moment = {
  readonly conversation: Conversation
  readonly branch: Branch
  readonly view: View
  readonly speaker: Speaker
  readonly policy: Policy
  readonly reading: Reading
  readonly status: Status
  /** What the provider still has in its cache of this view. */
  readonly cache: Cache
}

/** `unknown` before the first answer, and for providers that have none. */
export type Cache = { readonly state: 'warm' | 'cold' | 'unknown'; readonly tokens: number }

/** Reads what the view needs, bounded by the window, and measures it. */
export async function look({ engine, store, conversation: id }: Scope): Promise<Moment> {
  await failpoint('look.read')
  const [{ conversation, branch }, newest] = await Promise.all([
    store.entries.branch(id),
    store.entries.page(id, { limit: anchorReach }),
  ])
  const speaker = engine.models.find(conversation.model ?? engine.models.usual)
  await failpoint('look.learnt')
  const learnt = await store.calibrations.get(speaker.name)
  return measure({ conversation, branch, speaker, learnt, newest: newest.entries }, engine)
}

/** How far back the newest reported usage is looked for: a tool loop may end in many results without one. */
const anchorReach = 40

type Seen = {
  readonly conversation: Conversation
  readonly branch: Branch
  readonly speaker: Speaker
  readonly learnt: Json | null
  readonly newest: readonly StoredEntry[]
}

async function measure(seen: Seen, engine: Scope['engine']): Promise<Moment> {
  const { conversation, branch, speaker, learnt, newest } = seen
  await othersTurnAfter(branch)
  const read = view(branch)
  await othersTurnAfter(branch)
  const instructions = speaker.instructions === null ? 0 : engine.meter.countText(speaker.instructions)
  const anchor = anchorOf(newest, inForce(branch)?.id ?? null)
  const room = engine.meter.room(speaker.room, learnt)
  const reading: Reading = {
    model: speaker.name,
    learnt,
    branch,
    view: read,
    instructions,
    tools: speaker.tools,
    window: room.window,
    anchor,
  }
  const status = windowStatus(engine.meter.measure(reading), room)
  await othersTurnAfter(branch)
  const { system, tools } = status.breakdown
  const policy = onSchedule(policyOf(conversation, engine.policy), room, system + tools)
  const cache = cacheOf(newest, speaker, engine.clock.now())
  return { conversation, branch, view: read, speaker, policy, reading, status, cache }
}

/** C19 whether the newest answer is so old that its provider has forgotten the view, and what it remembers otherwise. */
function cacheOf(newest: readonly StoredEntry[], { name, cacheMs }: Speaker, now: number): Cache {
  const last = newest.findLast(({ about }) => readAbout(about).usage !== undefined)
  if (last === undefined || cacheMs === undefined) return { state: 'unknown', tokens: 0 }
  const { model, usage } = readAbout(last.about)
  // Another model has another cache.
  if (model !== name || now - last.at > cacheMs) return { state: 'cold', tokens: 0 }
  return { state: 'warm', tokens: usage!.cacheRead + usage!.cacheWrite }
}

/** T3 what was reported for a view with another compaction tells nothing about the one with this. */
function anchorOf(newest: readonly StoredEntry[], current: string | null): Anchor | null {
  for (const { entry, about } of newest.toReversed()) {
    const { model, usage, turn, compaction = null } = readAbout(about)
    if (entry.type === 'message' && model !== undefined && usage !== undefined && compaction === current)
      return { model, depth: entry.depth, usage: { ...usage, reasoning: reasoningOf(newest, turn) ?? usage.reasoning } }
  }
  return null
}

/** T2 all reasoning of a turn: a provider that drops it at the next one drops it together. */
function reasoningOf(newest: readonly StoredEntry[], turn: string | undefined): number | null {
  if (turn === undefined) return null
  const steps = newest.map(({ about }) => readAbout(about)).filter(about => about.turn === turn)
  return steps.reduce((sum, { usage }) => sum + (usage?.reasoning ?? 0), 0)
}

/** A conversation's own settings, over those of the installation. */
export function policyOf(conversation: Conversation, usual: Policy): Policy {
  const own = (conversation.settings as { readonly policy?: Json } | null)?.policy
  return own === undefined ? usual : { ...classic, ...usual, ...usableIn(own) }
}

/** A policy that was stored before it was checked must not keep anyone from their conversation. */
function usableIn(policy: Json): Partial<Policy> {
  try {
    return parsePolicy(policy)
  } catch {
    return {}
  }
}
