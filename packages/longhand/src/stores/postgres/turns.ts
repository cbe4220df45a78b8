import type { Beat, TurnJob, TurnStart, Turns } from '../../engine/store-turns.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'
import { appended, rows, seen, type Written } from './entries.ts'

export function turns(call: Call): Turns {
  return {
    start: async (conversation, { id, request = null }, { worker, ms }) =>
      call<TurnStart>('start_turn', uuid(conversation), id, JSON.stringify(request), worker, ms),
    save: async ({ conversation, id, attempt }, parts, { ms }) =>
      call<Beat>('beat_turn', uuid(conversation), id, attempt, JSON.stringify(parts), ms),
    beat: async ({ conversation, id, attempt }, { ms }) =>
      call<Beat>('beat_turn', uuid(conversation), id, attempt, null, ms),
    finish: async ({ conversation, id, attempt }, end, last = { entries: [] }) => {
      const { entries, after, head = 'stays' } = last
      const written = entries.length === 0 ? '[]' : rows(entries)
      const values = [uuid(conversation), id, attempt, end, written, seen(after), head]
      const answer = await call<{ turn: TurnJob; written: Written | null } | null>('finish_turn', ...values)
      return answer && { turn: answer.turn, appended: answer.written && appended(answer.written, entries) }
    },
    stop: async conversation => call('stop_turn', uuid(conversation)),
    latest: async conversation => call('latest_turn', uuid(conversation)),
  }
}
