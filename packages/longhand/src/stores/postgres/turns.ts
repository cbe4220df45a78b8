import type { Json } from '../../core/json.ts'
import { writeJson } from '../../engine/long-work/write-json.ts'
import type { NewEntry } from '../../engine/ports/store-entries.ts'
import type {
  Beat,
  Since,
  StepNotes,
  TurnFinish,
  TurnJob,
  TurnOpening,
  TurnStart,
  Turns,
} from '../../engine/ports/store-turns.ts'
import { checkEntries } from '../check-entries.ts'
import { toRows } from '../entry-row.ts'
import { asSent, storable } from '../storable.ts'
import { uuid } from '../uuid.ts'
import { type Call, fenceValues } from './call.ts'
import { fromConversation } from './conversations.ts'
import { type AppendRow, appended, rows, seen } from './entries.ts'
import { type JsonParameter, jsonParameter } from './json-parameter.ts'

export function turns(call: Call): Turns {
  return {
    start: async (conversation, { id, request = null, opening }, { worker, ms }) => {
      const values = [uuid(conversation), id, JSON.stringify(request), worker, ms, await openingRow(opening)]
      const { type, turn, written, learnt, ...since } = await call<Started>('start_turn', ...values)
      if (type !== 'started') return { type, turn }
      const entries = opening?.type === 'say' ? opening.entries : []
      const opened = written ? appended({ ...written, ...since }, entries).entries : []
      return { type, turn, opened, learnt: restoreNames(learnt), ...sinceOf(since) }
    },
    save: async (fence, parts, { ms }) => call<Beat>('beat_turn', ...fenceValues(fence), await writeJson(parts), ms),
    beat: async (fence, { ms }) => call<Beat>('beat_turn', ...fenceValues(fence), null, ms),
    keepStep: async (fence, { entries, after, ...notes }, { ms }) => {
      const written = entries.length === 0 ? '[]' : await rows(entries)
      const values = [...fenceValues(fence), written, after, ms, notesRow(notes)]
      return finished(await call<Finished | null>('keep_step', ...values), entries)
    },
    keepLate: async ({ conversation, id }, { entries, after }) =>
      appended(await call<AppendRow>('keep_late', uuid(conversation), id, await rows(entries), after), entries),
    finish: async (fence, end, last = { entries: [] }) => {
      const { entries, after, head = 'stays', ...notes } = last
      const written = entries.length === 0 ? '[]' : await rows(entries)
      const values = [...fenceValues(fence), end, written, seen(after), head, notesRow(notes)]
      return finished(await call<Finished | null>('finish_turn', ...values), entries)
    },
    stop: async conversation => call('stop_turn', uuid(conversation)),
    latest: async conversation => call('latest_turn', uuid(conversation)),
  }
}

type Finished = Since & { readonly turn: TurnJob; readonly written: Omit<AppendRow, 'conversation'> | null }

type Started = Finished & { readonly type: TurnStart['type']; readonly learnt: Record<string, Json> | null }

function finished(answer: Finished | null, entries: readonly NewEntry[]): TurnFinish | null {
  if (answer === null) return null
  const { turn, written, ...since } = answer
  return { turn, appended: written && appended({ ...written, ...since }, entries), ...sinceOf(since) }
}

const sinceOf = ({ since, conversation }: Since): Since => ({ since, conversation: fromConversation(conversation) })

const restoreNames = (learnt: Record<string, Json> | null): Record<string, Json> =>
  Object.fromEntries(Object.entries(learnt ?? {}).map(([name, state]) => [asSent(name), state]))

/** What is noted beside a step, as the SQL functions take it. */
const notesRow = ({ status, learnt }: StepNotes): string =>
  JSON.stringify({
    ...(status && { status: JSON.stringify(status) }),
    ...(learnt && { model: storable(learnt.model), learnt: JSON.stringify(learnt.state) }),
  })

/** What a turn opens with, as the SQL function takes it. */
async function openingRow(opening: TurnOpening | undefined): Promise<string | JsonParameter | null> {
  if (opening === undefined) return null
  if (opening.type === 'move') return JSON.stringify({ to: opening.to })
  const { type: _, entries, after, title, settings, ...rest } = opening
  return jsonParameter({
    ...rest,
    ...(after === undefined ? {} : { after: seen(after) }),
    entries: await toRows(checkEntries(entries)),
    ...(title === undefined ? {} : { title: storable(title) }),
    ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
  })
}
