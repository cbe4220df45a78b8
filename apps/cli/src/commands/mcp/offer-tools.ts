import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Api } from 'longhand/client'
import type { SearchHit } from 'longhand/internal/client'
import { recalledText } from 'longhand/internal/core'
import { z } from 'zod'
import packageFile from '../../../package.json' with { type: 'json' }
import * as wording from '../../words/mcp.ts'
import { conversationStats, listConversations } from './stats-text.ts'

/** The tools of `longhand mcp`. All of them read, and none answers with more than an agent can hold. */
export function offerTools(api: Api): McpServer {
  const server = new McpServer({ name: 'longhand', version: packageFile.version }, { instructions })
  const annotations = { readOnlyHint: true, openWorldHint: false }
  server.registerTool(
    'search',
    {
      annotations,
      description: wording.searchTool,
      inputSchema: { words: z.string().min(1).max(1_000) },
    },
    async ({ words }) => text(hitLines(await api.search(words))),
  )
  server.registerTool(
    'recall',
    {
      annotations,
      description: wording.recallTool(maxMessages),
      inputSchema: { conversation, from: number, to: number.optional() },
    },
    async ({ conversation: id, from, to }) => text(await recall(api, id, { from, to: to ?? from })),
  )
  server.registerTool(
    'stats',
    {
      annotations,
      description: wording.statsTool,
      inputSchema: { conversation: conversation.optional() },
    },
    async ({ conversation: id }) =>
      text(id === undefined ? await listConversations(api) : await conversationStats(api, id)),
  )
  return server
}

const instructions = wording.instructions

const conversation = z.uuid().describe(wording.conversationId)
const number = z.number().int().min(1)

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })

const maxHits = 20
const maxMessages = 10
const maxCharacters = 4_000

function hitLines(hits: readonly SearchHit[]): string {
  if (hits.length === 0) return wording.nothingFound
  return hits
    .slice(0, maxHits)
    .map(hit => `${hit.conversation} ¶ ${hit.number} ${hit.role}, ${hit.at.slice(0, 10)}, ${hit.title}: ${hit.excerpt}`)
    .join('\n')
}

async function recall(
  api: Api,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string> {
  const last = Math.min(to, from + maxMessages - 1)
  // Compactions and undos stand between the messages.
  const limit = 4 * maxMessages
  const { entries } = await api.entries(id, { around: Math.max(1, last + 1 - limit / 2), limit })
  const messages = entries.flatMap(entry =>
    entry.type === 'message' && entry.number >= from && entry.number <= last ? [entry] : [],
  )
  if (messages.length === 0) return wording.noMessage(from)
  return messages
    .map(entry => `¶ ${entry.number} ${entry.message.role}: ${recalledText(entry.message, maxCharacters)}`)
    .join('\n\n')
}
