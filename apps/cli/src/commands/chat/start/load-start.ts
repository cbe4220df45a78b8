import { textOf } from 'longhand'
import type { Api } from 'longhand/client'
import type { RecoveryOffer } from 'longhand/internal/client'
import type { ChatOptions } from '../chat-options.ts'
import { deadTerminals } from '../open-terminals.ts'
import type { StartState } from './start-state.ts'

type StartDeps = { readonly api: Api; readonly folder: string; readonly options: ChatOptions }

/** Reads all that the start screen shows. */
export async function loadStart({ api, folder, options }: StartDeps): Promise<StartState> {
  const [conversations, recovery, models] = await Promise.all([
    api.conversations({ limit: 100, ...projectFilter(options) }),
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

/** K7 what did not close cleanly: a terminal of this machine whose process is dead. Silence alone may be a hidden tab or a sleeping machine. */
async function findRecovery(api: Api, folder: string): Promise<RecoveryOffer | null> {
  for (const { conversation } of deadTerminals(folder)) {
    // A conversation that is gone has nothing to resume.
    const found = await recoveryOf(api, conversation).catch(() => null)
    if (found !== null) return found
  }
  return null
}

async function recoveryOf(api: Api, id: string): Promise<RecoveryOffer> {
  const [{ title }, [newest], { entries }] = await Promise.all([
    api.conversation(id),
    api.checkpoints(id),
    api.entries(id, { limit: 20 }),
  ])
  const last = entries.findLast(entry => entry.type === 'message')
  return {
    conversation: id,
    title,
    checkpoint: newest?.id ?? null,
    label: newest?.label ?? title,
    at: newest?.at ?? new Date().toISOString(),
    number: last?.number ?? 0,
    preview: last === undefined ? null : textOf(last.message).slice(0, 200) || null,
  }
}

/** Conversations by their title, and messages by their text; only those of the project, when there is one. */
export async function searchStart(
  { api, options }: Pick<StartDeps, 'api' | 'options'>,
  search: string,
): Promise<Pick<StartState, 'conversations' | 'hits'>> {
  const query = search.trim() === '' ? { limit: 100 } : { search, limit: 20 }
  const conversations = await api.conversations({ ...query, ...projectFilter(options) })
  const hits = search.trim() === '' ? [] : await api.search(search)
  const listed = new Set(conversations.map(({ id }) => id))
  return {
    conversations,
    hits: options.project === undefined ? hits : hits.filter(hit => listed.has(hit.conversation)),
  }
}

const projectFilter = ({ project }: ChatOptions) => (project === undefined ? {} : { project })
