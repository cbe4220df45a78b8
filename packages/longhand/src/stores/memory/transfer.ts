import { LonghandError } from '../../core/errors.ts'
import type { Store } from '../../engine/ports/store.ts'
import { checkEntries } from '../check-entries.ts'
import { exportLines } from '../transfer/export.ts'
import { importLines } from '../transfer/import.ts'
import type { Source, Target } from '../transfer/transfer.ts'
import { publicJob } from './compactions.ts'
import { emptyTree } from './conversations.ts'
import { filesOf } from './library.ts'
import { copy, isLive, type MemoryState, type Tree, touch, treeOf, visibleTrees } from './memory-state.ts'
import { startLine } from './tree.ts'
import { publicTurn } from './turns.ts'
import { insertEntry } from './write.ts'

export const transfer = (state: MemoryState, owner: string): Pick<Store, 'export' | 'import'> => ({
  export: chosen => exportLines(source(state, owner), chosen),
  import: (lines, parse) => importLines(target(state, owner), lines, parse),
})

function source(state: MemoryState, owner: string): Source {
  return {
    owner: async () => {
      const projects = [...state.projects.values()].filter(
        project => project.owner === owner && project.deletedAt === null,
      )
      return copy({
        projects: projects.toSorted(byAge).map(({ id, name, createdAt, files }) => {
          const record = { id, name, createdAt }
          return files.size === 0 ? record : { ...record, files: filesOf({ files }) }
        }),
        conversations: visibleTrees(state, owner)
          .toSorted(byAge)
          .map(({ id }) => id),
      })
    },
    conversation: async id => {
      const tree = treeOf(state, owner, id)
      const { kind, project, title, model, settings, status, head, epoch, version, createdAt, updatedAt } = tree
      return copy({
        conversation: {
          ...{ id, kind, project, title, model, settings, status, head, epoch, version, createdAt, updatedAt },
          checkpoints: tree.checkpointsMade,
        },
        lines: tree.lines.map(({ entries, bare, marks, ...line }) => ({ ...line, tip: line.forked + entries.length })),
        checkpoints: tree.checkpoints,
        compactions: tree.jobs
          .filter(job => !isLive(job))
          .map(publicJob)
          .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
        turns: tree.turns.map(publicTurn).toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1)),
        memory: tree.memory,
      })
    },
    entries: async (id, line, from, to) => {
      // What was there when the export began is exported, even if it is deleted in between.
      const tree = state.trees.get(id)
      const held = tree?.owner === owner ? tree.lines[line - 1] : undefined
      return held === undefined ? [] : copy(held.entries.slice(from - held.forked - 1, to - held.forked))
    },
  }
}

function target(state: MemoryState, owner: string): Target {
  let importing: Tree | null = null
  const found = (id: string): Tree => {
    const tree = state.trees.get(id)
    if (tree !== undefined && tree === importing) return tree
    const sentence =
      'The same conversation is being imported twice at once; check whether it is there, or import it again.'
    throw new LonghandError('conflict', sentence)
  }
  return {
    owner: async ({ projects }) => {
      for (const { id, name, createdAt, files = [] } of projects) {
        const known = state.projects.get(id) ?? { id, owner, name, createdAt, deletedAt: null, files: new Map() }
        state.projects.set(id, known)
        if (known.owner !== owner) continue
        known.deletedAt = null
        for (const file of files) if (!known.files.has(file.name)) known.files.set(file.name, file)
      }
      return projects.flatMap(({ id }) => (state.projects.get(id)!.owner === owner ? [] : [id]))
    },
    withoutOfficer: async () => {
      const led = new Set([...state.trees.values()].flatMap(tree => (tree.kind === 'officer' ? [tree.project] : [])))
      const own = [...state.projects.values()].filter(project => project.owner === owner && !led.has(project.id))
      return own.map(({ id, name, createdAt }) => ({ id, name, createdAt }))
    },
    begin: async ({ conversation, lines }) => {
      const known = state.trees.get(conversation.id)
      if (known !== undefined && known.owner !== owner) return 'taken'
      if (known !== undefined && known.deletedAt === null && !known.importing) return 'here'
      const { head, epoch, version, updatedAt, checkpoints, ...fields } = copy(conversation)
      const tree: Tree = { ...emptyTree(state, owner, conversation.id), ...fields, importing: true }
      importing = tree
      state.trees.set(conversation.id, tree)
      for (const { parent, forked, at } of lines) startLine(tree, { line: parent ?? 0, depth: forked }, at)
      return 'new'
    },
    entries: async (id, line, entries) => {
      const tree = found(id)
      for (const { entry, at, about } of entries) {
        const { depth, ...draft } = entry
        const [checked] = checkEntries([{ ...draft, ...(about === null ? {} : { about }) }])
        insertEntry(state, tree, line, checked!, at)
      }
    },
    end: async record => {
      const tree = found(record.conversation.id)
      const { checkpoints, compactions, turns, memory, conversation } = copy(record)
      const { head, epoch, version, updatedAt, checkpoints: checkpointsMade } = conversation
      const within = { conversation: tree.id, leaseUntil: 0, deaths: 0 }
      const jobs = compactions.map(job => ({ ...job, ...within, waiting: false }))
      const ended = turns.map(turn => ({ ...turn, ...within, stop: false }))
      Object.assign(tree, { head, epoch, checkpoints, checkpointsMade, jobs, turns: ended, memory, importing: false })
      touch(state, tree, 'entries')
      Object.assign(tree, { version, updatedAt })
    },
  }
}

const byAge = (a: { readonly createdAt: number; readonly id: string }, b: typeof a): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
