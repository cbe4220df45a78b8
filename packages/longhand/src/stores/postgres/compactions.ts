import type { CompactionJob, Compactions, FinishResult, RequestResult } from '../../engine/ports/store-compactions.ts'
import { range } from '../entry-row.ts'
import { storable } from '../storable.ts'
import { uuid } from '../uuid.ts'
import { type Call, fenceValues } from './call.ts'
import { restoreText } from './conversations.ts'
import { type AppendRow, appended, rows } from './entries.ts'

export function compactions(call: Call): Compactions {
  return {
    request: async (conversation, { id, base, span, plan, words = 'model', cooldownMs = 0 }) => {
      const { place, compaction, epoch } = base
      const planned = [place.line, place.depth, compaction, epoch, range(span.from, span.to), JSON.stringify(plan)]
      const values = [uuid(conversation), id, ...planned, cooldownMs, words]
      const answer = await call<RequestResult>('request_compaction', ...values)
      return 'job' in answer ? { ...answer, job: fromJob(answer.job) } : answer
    },
    claim: async (conversation, { worker, ms }) => {
      const job = await call<CompactionJob | null>('claim_compaction', uuid(conversation), worker, ms)
      return job && fromJob(job)
    },
    beat: async (fence, { ms }, now) => call('beat_compaction', ...fenceValues(fence), ms, now === 'waiting'),
    draft: async (fence, draft) => call('draft_compaction', ...fenceValues(fence), JSON.stringify(draft)),
    park: async (fence, draft) => call('park_compaction', ...fenceValues(fence), JSON.stringify(draft)),
    release: async fence => call('release_compaction', ...fenceValues(fence)),
    finish: async (fence, draft, receipt) => {
      const added = [{ ...draft, id: fence.id }]
      const values = [...fenceValues(fence), await rows(added), JSON.stringify(receipt)]
      const answer = await call<Finish>('finish_compaction', ...values)
      if (answer.type !== 'done') return answer
      return { type: 'done', job: fromJob(answer.job), appended: appended(answer.written, added) }
    },
    end: async (fence, end, reason) => call('end_compaction', ...fenceValues(fence), end, storable(reason)),
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
