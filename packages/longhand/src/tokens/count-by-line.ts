import { remember } from '../core/remember.ts'
import { countTokens } from './count.ts'

/**
 * The same as `countTokens`, line by line, and lines that were counted lately are not counted again: texts that are made
 * of a conversation have many lines in common. Tokens do not reach from one line into the next, unless that is empty or
 * begins with a slash or with spaces; such lines are counted together with the one before.
 */
export function countByLine(text: string): number {
  // Whoever counts a single short line again and again remembers that.
  if (text.length <= shortText && !text.includes('\n')) return countTokens(text)
  let tokens = 0
  let from = 0
  for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', end) + 1) {
    if (!startsLine(text, end)) continue
    tokens += countLine(text.slice(from, end))
    from = end
  }
  return tokens + countLine(from === 0 ? text : text.slice(from))
}

const countLine = remember(countTokens)
const shortText = 500

/** Whether what stands here begins a line that is counted by itself. */
function startsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === space ? isVisible(text.charCodeAt(at + 1)) : isVisible(code) && code !== slash
}

/** Not white space of any kind, nor past the end. */
const isVisible = (code: number): boolean =>
  code > space && (code < 127 || (code !== nextLine && !/\s/.test(String.fromCharCode(code))))

const space = 32
const slash = 47
const nextLine = 0x85
