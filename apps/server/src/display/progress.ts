import type { CompactionProgress } from 'longhand/internal/client'
import type { CompactionJob, CompactionStep, Scope } from 'longhand/internal/engine'

/** The progress of a compaction, as screens show it. */
export function progressOf(step: CompactionStep): CompactionProgress {
  const { receipt, sentence, startedAt, id, phase, folding, keeping } = step
  return {
    id,
    phase,
    folding,
    keeping,
    startedAt: new Date(startedAt).toISOString(),
    ...(receipt === null ? {} : { receipt }),
    ...(sentence === null ? {} : { sentence }),
  }
}

/** The compaction that is running now, in whichever process. One that is only being prepared is not shown. */
export async function compactingNow({ store, conversation }: Scope): Promise<CompactionProgress | null> {
  const [job] = await store.compactions.list(conversation, { limit: 1 })
  if (job === undefined || !isRunning(job)) return null
  const [inside, all] = await Promise.all([
    store.entries.totals(conversation, job.span),
    store.entries.totals(conversation, { from: 1, to: job.base.place.depth }),
  ])
  const keeping = all.messages - inside.messages
  return { id: job.id, phase: 'started', startedAt: new Date(job.at).toISOString(), folding: inside.messages, keeping }
}

function isRunning({ status, plan }: CompactionJob): boolean {
  const { options } = plan as { readonly options?: { readonly when?: string } }
  return (status === 'pending' || status === 'running') && options?.when !== 'at-threshold'
}
