import { type Branch, messagesOf } from '../core/branch.ts'
import type { MessageEntry } from '../core/entry.ts'
import { type Shield, shields } from '../core/protect.ts'
import { messageText } from './reading/message-text.ts'

/** Messages that a compaction leaves word for word, and why: `among` stand between others that fold. */
export type Stay = {
  readonly why: Shield | 'among' | 'recent'
  /** ¶ numbers, without a gap. */
  readonly numbers: readonly number[]
  readonly tokens: number
  /** How the first of them begins. */
  readonly words: string
}

/** What of a branch stays when these depths stay, in stretches that have one reason. */
export function staysOf(branch: Branch, depths: ReadonlySet<number>): readonly Stay[] {
  const shielded = shields(branch)
  const messages = messagesOf(branch)
  const lastFolded = messages.findLast(({ depth }) => !depths.has(depth))?.depth ?? 0
  const whyOf = ({ depth }: MessageEntry): Stay['why'] =>
    shielded.get(depth) ?? (depth > lastFolded ? 'recent' : 'among')
  const stays: OpenStay[] = []
  for (const entry of messages.filter(({ depth }) => depths.has(depth))) {
    const [why, last] = [whyOf(entry), stays.at(-1)]
    if (last?.why === why && last.numbers.at(-1) === entry.number - 1) {
      last.numbers.push(entry.number)
      last.tokens += entry.count
    } else stays.push({ why, numbers: [entry.number], tokens: entry.count, words: startOf(entry) })
  }
  return stays
}

/** A stretch that may still become longer. */
type OpenStay = Omit<Stay, 'numbers' | 'tokens'> & { readonly numbers: number[]; tokens: number }

function startOf({ message }: MessageEntry): string {
  const line = messageText(message).slice(0, 400).replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/(?<!\s)\s+\S*$/, '')}…`.toWellFormed()
}

const longest = 48
