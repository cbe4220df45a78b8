import type { Api, Recovery } from 'longhand/client'
import { deadTerminals } from '../link/terminals.ts'
import type { StartState } from './start-state.ts'

export type StartParts = { readonly api: Api; readonly folder: string; readonly wishes: { readonly project?: string } }

/** Reads all that the start screen shows. */
export async function loadStart({ api, folder, wishes }: StartParts): Promise<StartState> {
  const project = wishes.project === undefined ? {} : { project: wishes.project }
  const [conversations, recovery, models] = await Promise.all([
    api.conversations({ limit: 100, ...project }),
    findRecovery(api, folder),
    api.models(),
  ])
  return {
    conversations,
    recovery,
    hits: [],
    search: '',
    typing: false,
    chosen: 0,
    offline: models.every(({ offline }) => offline),
    now: Date.now(),
  }
}

/** K7 what ended without a goodbye: a terminal of this machine that was killed, or whatever the server has missed for a while. */
async function findRecovery(api: Api, folder: string): Promise<Recovery | null> {
  for (const { conversation } of deadTerminals(folder)) {
    // A conversation that is gone has nothing to resume.
    const found = await recoveryOf(api, conversation).catch(() => null)
    if (found !== null) return found
  }
  const [told] = await api.recovery()
  return told ?? null
}

async function recoveryOf(api: Api, id: string): Promise<Recovery> {
  const [{ title }, [newest]] = await Promise.all([api.conversation(id), api.checkpoints(id)])
  return {
    conversation: id,
    title,
    checkpoint: newest?.id ?? null,
    label: newest?.label ?? title,
    at: newest?.at ?? new Date().toISOString(),
  }
}

/** Conversations by their name, and places in them by their words. */
export async function searchStart(api: Api, search: string): Promise<Pick<StartState, 'conversations' | 'hits'>> {
  if (search.trim() === '') return { conversations: await api.conversations({ limit: 100 }), hits: [] }
  const [conversations, hits] = await Promise.all([api.conversations({ search, limit: 20 }), api.search(search)])
  return { conversations, hits }
}
