import { type ToolSet, tool, zodSchema } from 'ai'
import { z } from 'zod'
import { cutText, recalledText } from '../core/recalled-text.ts'
import { compactNow } from '../engine/compaction/compact-now.ts'
import type { Scope } from '../engine/engine.ts'
import { readSnapshot } from '../engine/snapshot.ts'

/** Tools for the model: how full the window is, condensing it, reading what was folded, and memories of other conversations. */
export function contextTools(scope: Scope): ToolSet {
  return {
    getContextStats: tool({
      description: 'How much of your context window is used, and by what.',
      inputSchema: inputs.nothing,
      execute: async () => {
        const { status } = await readSnapshot(scope)
        const { used, window, reserved, available, share, breakdown } = status
        return { used, window, reserved, available, share: share && Math.round(share * 100) / 100, breakdown }
      },
    }),
    compactContext: tool({
      description:
        'Condense the older part of this conversation now. Nothing is deleted; use recall to read the originals.',
      inputSchema: inputs.compact,
      execute: async ({ instructions }) => {
        const started = await compactNow(scope, { by: 'force', trigger: 'tool', ...(instructions && { instructions }) })
        if (started.type === 'rest') return `Nothing was condensed: ${started.reason}.`
        if (started.type !== 'running') return 'Not now: it was condensed a moment ago, or the last attempts failed.'
        const outcome = await started.done
        if (outcome.type === 'prepared') return 'A summary is ready. It takes effect when the person accepts it.'
        return outcome.type === 'completed'
          ? `Condensed ${outcome.receipt.folded} messages: ${outcome.receipt.before} → ${outcome.receipt.after} tokens.`
          : 'It could not be condensed. The view is unchanged.'
      },
    }),
    recall: tool({
      description:
        'Search the whole conversation word for word, also what has been condensed; or read messages by their ¶ numbers.',
      inputSchema: inputs.recall,
      execute: ({ words, from, to }) =>
        words === undefined ? read(scope, from ?? 1, to ?? from ?? 1) : find(scope, words),
    }),
    searchMemories: tool({
      description: 'Search what other conversations left behind.',
      inputSchema: inputs.words,
      execute: ({ words }) => findMemories(scope, words),
    }),
  }
}

/** What the tools take. Made once: the schema that a model is sent of one takes longer to write than the rest of a request. */
const inputs = {
  nothing: zodSchema(z.object({})),
  compact: zodSchema(z.object({ instructions: z.string().optional().describe('What to keep in particular.') })),
  recall: zodSchema(
    z.object({
      words: z.string().optional().describe('Words to search for.'),
      from: z.number().int().positive().optional().describe('Read from this ¶ number on.'),
      to: z.number().int().positive().optional().describe('Read up to this ¶ number.'),
    }),
  ),
  words: zodSchema(z.object({ words: z.string() })),
} as const

/** Limits for one call: recalling must not fill the window that condensing has emptied. */
const maxMessages = 10
const maxCharacters = 2_000

async function find({ store, conversation }: Scope, words: string): Promise<string> {
  const hits = await store.entries.search(words, { conversation, limit: maxMessages })
  if (hits.length === 0) return 'Nothing was found. Try other words.'
  return hits.map(({ number, role, preview }) => `¶ ${number} ${role}: ${preview}`).join('\n')
}

async function read({ store, conversation }: Scope, from: number, to: number): Promise<string> {
  const limit = Math.min(maxMessages, Math.max(1, to - from + 1)) * 2
  const { entries } = await store.entries.page(conversation, { after: { number: from - 1 }, limit })
  const messages = entries.flatMap(({ entry }) => (entry.type === 'message' && entry.number <= to ? [entry] : []))
  if (messages.length === 0) return `There is no message ¶ ${from}.`
  return messages
    .slice(0, maxMessages)
    .map(({ number, message }) => `¶ ${number} ${message.role}: ${recalledText(message, maxCharacters)}`)
    .join('\n\n')
}

const maxMemories = 5

/** D3 the memories of other conversations that match the words. */
async function findMemories({ store, conversation }: Scope, words: string): Promise<string> {
  const { project } = await store.conversations.get(conversation)
  const within = project === null ? {} : { project }
  const found = await store.memories.search(words, { ...within, limit: maxMemories + 1 })
  const others = found.filter(memory => memory.conversation !== conversation).slice(0, maxMemories)
  if (others.length === 0) return 'No other conversation left that behind. Try other words.'
  return others
    .map(
      ({ title, at, text }) =>
        `${title ?? 'Untitled'}, ${new Date(at).toISOString().slice(0, 10)}:\n${cutText(text, maxCharacters)}`,
    )
    .join('\n\n')
}
