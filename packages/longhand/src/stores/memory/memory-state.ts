import type { Entry } from '../../core/entry.ts'
import { LonghandError, noSuchConversation } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { Topic } from '../../engine/ports/store.ts'
import type { Checkpoint } from '../../engine/ports/store-checkpoints.ts'
import type { CompactionJob } from '../../engine/ports/store-compactions.ts'
import type { Conversation, Place } from '../../engine/ports/store-conversations.ts'
import type { NewEntry, StoredEntry } from '../../engine/ports/store-entries.ts'
import type { ProjectFile } from '../../engine/ports/store-projects.ts'
import type { Run } from '../../engine/ports/store-runs.ts'
import type { TurnJob } from '../../engine/ports/store-turns.ts'
import type { Notifier } from '../notifier.ts'

/** Everything in a memory storage. */
export type MemoryState = {
  readonly now: () => number
  /** How an entry is stored: as a copy, or as it is given. */
  readonly takeEntry: (entry: NewEntry) => NewEntry
  readonly notifier: Notifier
  readonly trees: Map<string, Tree>
  readonly projects: Map<string, StoredProject>
  readonly runs: Map<string, Run & { owner: string; lost: boolean }>
  readonly states: Map<
    string,
    {
      owner: string
      kind: 'calibration' | 'breaker' | 'report' | 'prose' | 'rate' | 'money' | 'answered'
      name: string
      state: Json
      at: number
    }
  >
}

export type StoredProject = {
  readonly id: string
  readonly owner: string
  name: string
  readonly createdAt: number
  deletedAt: number | null
  readonly files: Map<string, ProjectFile>
}

/** One conversation with everything in it. */
export type Tree = {
  readonly id: string
  readonly owner: string
  readonly kind: Conversation['kind']
  readonly createdAt: number
  project: string | null
  title: string | null
  model: string | null
  settings: Json
  status: WindowStatus | null
  head: Place
  epoch: number
  version: number
  updatedAt: number
  deletedAt: number | null
  importing: boolean
  lines: Line[]
  /** The entries of all lines, by their id. */
  readonly entries: Map<string, StoredEntry>
  checkpoints: Checkpoint[]
  checkpointsMade: number
  jobs: MemoryJob[]
  turns: (Leased<TurnJob> & { stop: boolean })[]
  memory: { text: string; at: number } | null
}

/** A stretch of the tree: it shares its parent's entries up to `forked` and holds those after. */
export type Line = {
  readonly line: number
  readonly parent: number | null
  readonly forked: number
  readonly at: number
  readonly entries: StoredEntry[]
  /** The same without what is known about them, as a view reads them. */
  readonly bare: Entry[]
  /** Those that are not messages: few, and they decide what is in force. */
  readonly marks: StoredEntry[]
}

/** A job together with the moment until which its worker may be silent. */
export type Leased<Job> = { -readonly [Key in keyof Job]: Job[Key] } & { leaseUntil: number }

/** `waiting`: for a model. */
export type MemoryJob = Leased<CompactionJob> & { waiting: boolean }

export const isLive = ({ status }: { readonly status: CompactionJob['status'] }): boolean =>
  status === 'pending' || status === 'running' || status === 'ready'

/** The conversations that an owner sees. */
export const visibleTrees = ({ trees }: MemoryState, owner: string): readonly Tree[] =>
  [...trees.values()].filter(tree => tree.owner === owner && tree.deletedAt === null && !tree.importing)

/** A conversation of the owner; `not-found` for one of someone else. */
export function treeOf({ trees }: MemoryState, owner: string, id: string): Tree {
  const tree = trees.get(id)
  if (tree?.owner === owner && tree.deletedAt === null && !tree.importing) return tree
  throw new LonghandError('not-found', noSuchConversation)
}

/** Publishes a change: a new version, and a notice. */
export function touch(state: MemoryState, tree: Tree, topic: Topic): void {
  tree.version++
  const { owner, id: conversation, version } = tree
  state.notifier.notify({ type: 'changed', owner, conversation, version, topic })
}

/** What a database would return: a copy, without what JSON cannot hold. */
export const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

/** A value that cannot be changed, so that it can be shared. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inside of Object.values(value)) frozen(inside)
  return Object.freeze(value)
}
