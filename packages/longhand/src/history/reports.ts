import { asJson, type Json } from '../core/json.ts'
import type { Scope } from '../engine/engine.ts'
import { type EntryMeta, readEntryMeta } from '../engine/turn/entry-meta.ts'

/** What a provider reported for a request, for whichever process stores the answer. */
export type Report = {
  /** The last message of the request. */
  readonly after: string | null
  readonly answer: EntryMeta
}

export const putReport = ({ store, conversation }: Scope, report: Report): Promise<void> =>
  store.reports.put(conversation, asJson(report))

/** The newest report of the conversation, from any process; null when there is none. */
export async function getReport({ store, conversation }: Scope): Promise<Report | null> {
  const found = (await store.reports.get(conversation)) as Partial<Record<keyof Report, Json>> | null
  if (found === null) return null
  return { after: typeof found.after === 'string' ? found.after : null, answer: readEntryMeta(found.answer ?? null) }
}
