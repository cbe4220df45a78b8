import type { Json } from '../../core/json.ts'
import { type ArchivedConversation, linesOfArchived } from '../../wire/archive/archived-conversation.ts'
import { readChatGPT } from '../../wire/archive/chatgpt.ts'
import { readClaudeAI } from '../../wire/archive/claude-ai.ts'
import { countedArchive } from '../../wire/archive/counted-archive.ts'
import { countedImport } from '../../wire/archive/counted-import.ts'
import { readArchive } from '../../wire/archive/read-archive.ts'
import { uuidOrNull } from '../../wire/archive/uuid-or-null.ts'
import type { JsonObject } from '../../wire/json-object.ts'
import { milliseconds } from '../../wire/message-details.ts'
import type { TextFunctions } from './text-function.ts'

/** What is done with the archives of other programs. */
export const archiveFunctions: TextFunctions = {
  'wire/archive/uuid-or-null.ts uuidOrNull': text => uuidOrNull(text),
  'wire/message-details.ts milliseconds': text => milliseconds(text),
  'wire/archive/read-archive.ts readArchive': text => readArchive([chatgpt(text, 'chain')]),
  'wire/archive/read-archive.ts readArchive, of Claude.ai': text => readArchive([claude(text)]),
  'wire/archive/counted-import.ts countedImport': text =>
    countedImport(JSON.stringify([chatgpt(text, 'chain')]), () => 1),
}

/** Long conversations, and ones with many branches. */
export const archiveMessageFunctions: TextFunctions = {
  'wire/archive/archived-conversation.ts linesOfArchived': text => linesOfArchived(readChatGPT(chatgpt(text, 'chain'))),
  'wire/archive/archived-conversation.ts linesOfArchived, of a fan': text =>
    linesOfArchived(readChatGPT(chatgpt(text, 'fan'))),
  'wire/archive/chatgpt.ts readChatGPT': text => readChatGPT(chatgpt(text, 'tools')),
  'wire/archive/claude-ai.ts readClaudeAI': text => readClaudeAI(claude(text)),
  'wire/archive/counted-archive.ts countedArchive': text => {
    const conversations: readonly ArchivedConversation[] = [readClaudeAI(claude(text))]
    countedArchive({ format: 'claude-ai', conversations, unread: 0 }, () => 1)
  },
}

/** One message a line: one after the other, all after the first, or all of them answers of tools. */
function chatgpt(text: string, shape: 'chain' | 'fan' | 'tools'): JsonObject {
  const nodes = text.split('\n').map((words, at): readonly [string, Json] => [
    `n${at}`,
    {
      parent: at === 0 ? null : shape === 'fan' ? 'n0' : `n${at - 1}`,
      message: {
        author: { role: shape === 'tools' ? 'tool' : at % 2 === 0 ? 'user' : 'assistant' },
        content: { content_type: 'text', parts: [words] },
      },
    },
  ])
  return { title: text, current_node: `n${nodes.length - 1}`, mapping: Object.fromEntries(nodes) }
}

const claude = (text: string): JsonObject => ({
  name: text,
  chat_messages: text.split('\n').map((words, at) => ({ sender: at % 2 === 0 ? 'human' : 'assistant', text: words })),
})
