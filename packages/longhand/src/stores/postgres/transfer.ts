import { randomUUID } from 'node:crypto'
import type { Store } from '../../engine/ports/store.ts'
import type { ConversationRecord, ProjectRecord } from '../../engine/transfer/export-records.ts'
import { checkEntries } from '../check-entries.ts'
import { type EntryAnswer, fromAnswer, range, toRows } from '../entry-row.ts'
import { asSent, indexed, storable } from '../storable.ts'
import { exportLines } from '../transfer/export.ts'
import { importLines } from '../transfer/import.ts'
import type { OwnerRecord, Source, Target } from '../transfer/transfer.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'
import { fromCheckpoint } from './checkpoints.ts'
import { fromJob } from './compactions.ts'
import { restoreText } from './conversations.ts'
import { jsonParameter } from './json-parameter.ts'
import { fromFile } from './library.ts'

export const transfer = (call: Call): Pick<Store, 'export' | 'import'> => ({
  export: chosen => exportLines(source(call), chosen),
  import: (lines, parse) => importLines(target(call), lines, parse),
})

function source(call: Call): Source {
  return {
    owner: async () => {
      const answer = await call<OwnerRecord & { conversations: string[] }>('export_owner')
      const projects = answer.projects.map(({ files = [], ...project }) => ({
        ...project,
        name: asSent(project.name),
        ...(files.length > 0 && { files: files.map(fromFile) }),
      }))
      return { projects, conversations: answer.conversations }
    },
    conversation: async id => {
      const { conversation, lines, checkpoints, compactions, turns, memory } = await call<ConversationRecord>(
        'export_conversation',
        uuid(id),
      )
      return {
        conversation: {
          ...conversation,
          title: restoreText(conversation.title),
          model: restoreText(conversation.model),
        },
        lines,
        checkpoints: checkpoints.map(fromCheckpoint),
        compactions: compactions.map(fromJob),
        turns,
        memory: memory && { ...memory, text: asSent(memory.text) },
      }
    },
    entries: async (conversation, line, from, to) =>
      (await call<EntryAnswer[]>('export_entries', uuid(conversation), line, from, to)).map(fromAnswer),
  }
}

type ImportedProject = ProjectRecord & { readonly officer: string | null }

function target(call: Call): Target {
  // Distinguishes this import from another one of the same conversation.
  const token = randomUUID()
  return {
    owner: async ({ projects }) => {
      const named = projects.map(({ id, name, createdAt, files = [] }) => ({
        ...{ id: uuid(id), name: storable(name), createdAt },
        files: files.map(file => ({ ...file, name: storable(file.name), text: storable(file.text) })),
      }))
      return call('import_owner', JSON.stringify(named))
    },
    withoutOfficer: async () =>
      (await call<readonly ImportedProject[]>('list_projects')).filter(({ officer }) => officer === null),
    begin: async ({ conversation: { settings, status, title, model, ...rest }, lines }) => {
      const names = { title: title && storable(title), model: model && storable(model) }
      const fields = { ...rest, ...names, id: uuid(rest.id), import: token }
      const values = [JSON.stringify(fields), JSON.stringify(settings), JSON.stringify(status), JSON.stringify(lines)]
      return call('import_begin', ...values)
    },
    entries: async (conversation, line, entries) => {
      const added = entries.map(({ entry, about, at }) => {
        const { depth, ...draft } = entry
        return { row: { ...draft, ...(about === null ? {} : { about }) }, at }
      })
      const rows = await toRows(checkEntries(added.map(({ row }) => row)))
      const timed = rows.map((row, index) => ({ ...row, at: added[index]!.at }))
      return call('import_entries', conversation, token, line, entries[0]!.entry.depth - 1, await jsonParameter(timed))
    },
    end: async record =>
      call('import_end', record.conversation.id, JSON.stringify({ ...restOf(record), import: token })),
  }
}

/** What comes after the entries, flat, with JSON as text. */
function restOf({
  conversation: { head, epoch, version, updatedAt, checkpoints: made },
  ...record
}: ConversationRecord) {
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    head,
    epoch,
    version,
    updatedAt,
    checkpointsMade: made,
    checkpoints: record.checkpoints.map(({ place, label, tags, model, ...rest }) => ({
      ...rest,
      ...place,
      label: storable(label),
      tags: tags.map(storable),
      model: model && storable(model),
    })),
    compactions: record.compactions.map(({ base, span, plan, draft, receipt, reason, ...rest }) => ({
      ...rest,
      ...base.place,
      base: base.compaction,
      epoch: base.epoch,
      span: range(span.from, span.to),
      plan: JSON.stringify(plan),
      draft: text(draft),
      receipt: text(receipt),
      reason: reason && storable(reason),
    })),
    turns: record.turns.map(({ request, parts, ...rest }) => ({
      ...rest,
      request: JSON.stringify(request),
      parts: JSON.stringify(parts),
    })),
    memory: record.memory && {
      text: storable(record.memory.text),
      words: indexed(record.memory.text.slice(0, 200_000)),
      at: record.memory.at,
    },
  }
}
