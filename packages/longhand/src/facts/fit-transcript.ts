import type { CountTokens } from '../core/count.ts'
import type { MessageEntry } from '../core/entry.ts'
import { chunks } from './chunks.ts'
import { transcript } from './transcript.ts'

/** Messages for a summariser, and the tokens that their transcript may take. */
export type TranscriptJob = {
  readonly messages: readonly MessageEntry[]
  /** A word that nobody could know before: it marks where each message begins. */
  readonly fence: string
  readonly maxTokens: number
  /** What is enough of it, as long as the messages themselves don't take more; `maxTokens` when left out. */
  readonly wantedTokens?: number
}

/**
 * Characters that are left of each tool text, tried in turn until the transcript fits. Whatever of it will be needed is
 * added from the originals, and most of what a summary costs is what its writer reads.
 */
const toolTextLimits = [2_000, 1_000, 400]

/** A transcript that fits its room, with as much of the tool texts as is wanted; null when none does. */
export function fitTranscript(
  { messages, fence, maxTokens, wantedTokens = maxTokens }: TranscriptJob,
  count: CountTokens,
): string | null {
  let shortest: string | null = null
  for (const limit of toolTextLimits) {
    const text = transcript(messages, { fence, limit })
    const tokens = count(text)
    if (tokens <= Math.min(wantedTokens, maxTokens)) return text
    if (tokens <= maxTokens) shortest = text
  }
  return shortest
}

/** A part of the messages, and its transcript; null when that is too long for the room. */
export type TranscriptChunk = { readonly messages: readonly MessageEntry[]; readonly text: string | null }

/** More stretches than this cost more than they tell; then the summariser reads what code has chosen of them. */
const maxChunks = 4

/** Messages that do not fit at once, cut into a few stretches. */
export function chunkTranscript(
  { messages, fence, maxTokens }: TranscriptJob,
  count: CountTokens,
): readonly TranscriptChunk[] {
  const write = (part: readonly MessageEntry[]) => transcript(part, { fence, limit: toolTextLimits.at(-1)! })
  const cut = chunks(messages, maxTokens, part => count(write(part)))
  const parts = cut.length <= maxChunks ? cut : chunks(messages, tokensOf(messages) / (maxChunks - 1), tokensOf)
  return parts.map(part => {
    const text = write(part)
    return { messages: part, text: count(text) <= maxTokens ? text : null }
  })
}

export const tokensOf = (messages: readonly MessageEntry[]): number =>
  messages.reduce((sum, { count }) => sum + count, 0)
