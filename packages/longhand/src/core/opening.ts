import type { MessageEntry } from './entry.ts'
import type { Layout } from './layout.ts'
import { isFromPerson } from './person-text.ts'

/**
 * P1 the messages of an opening that must be folded for it to fit into some tokens, by depth: what programs put there first,
 * the person's own words only when they are too long by themselves. What the system said always stays.
 */
export function openingBeyond(
  { shown, shields }: Pick<Layout, 'shown' | 'shields'>,
  maxTokens: number,
): readonly number[] {
  const opening = shown.flatMap(({ messages }) => messages).filter(({ depth }) => shields.get(depth) === 'opening')
  const words = opening.filter(({ message }) => message.role !== 'system')
  const isTyped = ({ message }: MessageEntry) => isFromPerson(message)
  const order = [...words.filter(entry => !isTyped(entry)), ...words.filter(isTyped)]
  let left = opening.reduce((sum, { count }) => sum + count, 0)
  const folding: number[] = []
  for (const { depth, count } of order) {
    if (left <= maxTokens) break
    left -= count
    folding.push(depth)
  }
  return folding
}
