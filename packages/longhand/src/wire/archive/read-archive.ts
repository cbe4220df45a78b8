import type { Json } from '../../core/json.ts'
import { isJsonObject, isList, type JsonObject } from '../json-object.ts'
import type { ArchivedConversation } from './archived-conversation.ts'
import { readChatGPT } from './chatgpt.ts'
import { readClaudeAI } from './claude-ai.ts'

export type ArchiveFormat = 'chatgpt' | 'claude-ai'

/** What an archive holds: its conversations, and how many things in it are none. */
export type Archive = {
  readonly format: ArchiveFormat
  readonly conversations: readonly ArchivedConversation[]
  readonly unread: number
}

/** Reads the list of conversations of a ChatGPT or Claude.ai export; null for anything else. */
export function readArchive(value: Json): Archive | null {
  const items = isList(value) ? value : [value]
  const format = items.map(formatOf).find(found => found !== null)
  if (format === undefined) return null
  const read = format === 'chatgpt' ? readChatGPT : readClaudeAI
  const own = items.filter((item): item is JsonObject => formatOf(item) === format)
  return { format, conversations: own.map(read), unread: items.length - own.length }
}

function formatOf(item: Json): ArchiveFormat | null {
  if (!isJsonObject(item)) return null
  if (isJsonObject(item.mapping)) return 'chatgpt'
  return isList(item.chat_messages) ? 'claude-ai' : null
}
