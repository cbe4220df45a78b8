import { type Branch, messagesOf } from '../core/branch.ts'
import type { MessageEntry } from '../core/entry.ts'
import { type Shield, shields } from '../core/layout.ts'
import { messageText } from './reading/message-text.ts'

/** Messages that a compaction leaves word for word, and why: `among` stand between others that fold. */
export type KeptRun = {
  readonly reason: Shield | 'among' | 'recent'
  /** ¶ numbers, without a gap. */
  readonly numbers: readonly number[]
  readonly tokens: number
  /** How the first of them begins. */
  readonly excerpt: string
}

/** What of a branch stays when these depths stay, in stretches that have one reason. */
export function keptRuns(branch: Branch, depths: ReadonlySet<number>): readonly KeptRun[] {
  const shielded = shields(branch)
  const messages = messagesOf(branch)
  const lastFolded = messages.findLast(({ depth }) => !depths.has(depth))?.depth ?? 0
  const reasonOf = ({ depth }: MessageEntry): KeptRun['reason'] =>
    shielded.get(depth) ?? (depth > lastFolded ? 'recent' : 'among')
  const runs: OpenRun[] = []
  for (const entry of messages.filter(({ depth }) => depths.has(depth))) {
    const [reason, last] = [reasonOf(entry), runs.at(-1)]
    if (last?.reason === reason && last.numbers.at(-1) === entry.number - 1) {
      last.numbers.push(entry.number)
      last.tokens += entry.count
    } else runs.push({ reason, numbers: [entry.number], tokens: entry.count, excerpt: excerptOf(entry) })
  }
  return runs
}

/** A stretch that may still become longer. */
type OpenRun = Omit<KeptRun, 'numbers' | 'tokens'> & { readonly numbers: number[]; tokens: number }

function excerptOf({ message }: MessageEntry): string {
  const line = messageText(message).slice(0, 400).replace(/\s+/g, ' ').trim()
  return line.length <= maxExcerpt ? line : `${line.slice(0, maxExcerpt).replace(/(?<!\s)\s+\S*$/, '')}…`.toWellFormed()
}

const maxExcerpt = 48
