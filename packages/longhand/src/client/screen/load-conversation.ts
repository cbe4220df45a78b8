import type { Api } from '../api/api.ts'
import type { ConversationState, EntriesResponse } from '../api/contract.ts'

/** A conversation and its newest page: what a screen shows first. */
export type LoadedConversation = { readonly conversation: ConversationState; readonly page: EntriesResponse }

/** Entries per page. */
export const pageSize = 100

export async function loadConversation(
  api: Pick<Api, 'conversation' | 'entries'>,
  id: string,
): Promise<LoadedConversation> {
  const newest = api.entries(id, { limit: pageSize })
  const [conversation, page] = await Promise.all([api.conversation(id), newest])
  return { conversation, page }
}
