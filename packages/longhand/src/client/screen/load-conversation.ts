import type { Api } from '../api/api.ts'
import type { ConversationState, EntryPage } from '../api/contract.ts'

/** A conversation and its newest page, as they were at one moment: what a screen shows first. */
export type Glance = { readonly conversation: ConversationState; readonly page: EntryPage }

/** Entries that are read at a time. */
export const pageSize = 100

export async function glanceAt(api: Pick<Api, 'conversation' | 'entries'>, id: string): Promise<Glance> {
  const newest = api.entries(id, { limit: pageSize })
  const [conversation, page] = await Promise.all([api.conversation(id), newest])
  return { conversation, page }
}
