import type { CompactionJob, Compactions, FinishResult, RequestResult } from '../../engine/ports/store-compactions.ts'
import { range } from '../entry-row.ts'
import { storable } from '../storable.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'
import { restoreText } from './conversations.ts'
import { type AppendRow, appended, rows } from './entries.ts'

export function compactions(call: Call): Compactions {
  return {
    request: async (conversation, { id, base, span, plan, cooldownMs = 0 }) => {
      const { place, compaction, epoch } = base
      const planned = [place.line, place.depth, compaction, epoch, range(span.from, span.to), JSON.stringify(plan)]
      const answer = await call<RequestResult>('request_compaction', uuid(conversation), id, ...planned, cooldownMs)
      return 'job' in answer ? { ...answer, job: fromJob(answer.job) } : answer
    },
    claim: async (conversation, { worker, ms }) => {
      const job = await call<CompactionJob | null>('claim_compaction', uuid(conversation), worker, ms)
      return job && fromJob(job)
    },
    beat: async ({ conversation, id, attempt }, { ms }) => call('beat_compaction', uuid(conversation), id, attempt, ms),
    draft: async ({ conversation, id, attempt }, draft) =>
      call('draft_compaction', uuid(conversation), id, attempt, JSON.stringify(draft)),
    park: async ({ conversation, id, attempt }, draft) =>
      call('park_compaction', uuid(conversation), id, attempt, JSON.stringify(draft)),
    release: async ({ conversation, id, attempt }) => call('release_compaction', uuid(conversation), id, attempt),
    finish: async ({ conversation, id, attempt }, draft, receipt) => {
      const added = [{ ...draft, id }]
      const values = [uuid(conversation), id, attempt, await rows(added), JSON.stringify(receipt)]
      const answer = await call<Finish>('finish_compaction', ...values)
      if (answer.type !== 'done') return answer
      return { type: 'done', job: fromJob(answer.job), appended: appended(answer.written, added) }
    },
    end: async ({ conversation, id, attempt }, end, reason) =>
      call('end_compaction', uuid(conversation), id, attempt, end, storable(reason)),
    cancel: async conversation => call('cancel_compaction', uuid(conversation)),
    get: async (conversation, id) => fromJob(await call('get_compaction', uuid(conversation), id)),
    list: async (conversation, { limit = 100 } = {}) =>
      (await call<CompactionJob[]>('list_compactions', uuid(conversation), limit)).map(fromJob),
  }
}

type Finish =
  | Exclude<FinishResult, { type: 'done' }>
  | { readonly type: 'done'; readonly job: CompactionJob; readonly written: AppendRow }

export const fromJob = (answer: CompactionJob): CompactionJob => ({ ...answer, reason: restoreText(answer.reason) })
