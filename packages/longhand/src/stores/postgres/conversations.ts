import type { Conversation, ConversationChange, Conversations } from '../../engine/ports/store-conversations.ts'
import { cursor, readCursor } from '../cursor.ts'
import { asSent, searchQuery, storable } from '../storable.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'

export function conversations(call: Call): Conversations {
  return {
    create: async ({ id, settings = {}, ...rest }) =>
      fromConversation(await call('create_conversation', uuid(id), fieldsJson(rest), JSON.stringify(settings))),
    get: async id => fromConversation(await call('get_conversation', uuid(id))),
    list: async ({ search, from, limit = 50, ...rest }) => {
      const words = search === undefined ? {} : { search: searchQuery(search) }
      const start = from === undefined ? {} : readCursor(from)
      const query = JSON.stringify({ ...rest, ...words, ...start, limit: limit + 1 })
      const found = await call<readonly Conversation[]>('list_conversations', query)
      const page = found.slice(0, limit).map(fromConversation)
      return { conversations: page, next: found.length > limit ? cursor(page.at(-1)!) : null }
    },
    update: async (id, { settings, ...rest }) => {
      const text = settings === undefined ? null : JSON.stringify(settings)
      return fromConversation(await call('update_conversation', uuid(id), fieldsJson(rest), text))
    },
    note: async (id, status) => call('note_status', uuid(id), JSON.stringify(status)),
    delete: async id => call('delete_conversation', uuid(id)),
    undelete: async id => fromConversation(await call('undelete_conversation', uuid(id))),
    purge: async id => call('purge_conversation', uuid(id)),
  }
}

export function fromConversation(answer: Conversation): Conversation {
  const { title, model, preview } = answer
  return {
    ...answer,
    title: restoreText(title),
    model: restoreText(model),
    preview: preview && { ...preview, text: asSent(preview.text) },
  }
}

export const restoreText = (text: string | null): string | null => text && asSent(text)

/** The fields as JSON, with storable texts. */
function fieldsJson(fields: Omit<ConversationChange, 'settings'>): string {
  if (fields.project) uuid(fields.project)
  return JSON.stringify(fields, (_, value) => (typeof value === 'string' ? storable(value) : value))
}
