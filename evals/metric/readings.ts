import type { Json } from '../../packages/longhand/src/core/json.ts'
import type { RecordedMessage } from '../corpus.ts'

/**
 * The messages, by index, in which a tool only showed text that was there: a file, a diff, what a search found. Source
 * code and plans speak of errors all the time without there being any. A log is another matter, and so is a tool that
 * failed.
 */
export function readingsIn(messages: readonly RecordedMessage[]): ReadonlySet<number> {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  const looking = new Set(
    calls.filter(({ name, args }) => looksByName.test(name) || runsOnlyLooks(args)).map(({ id }) => id),
  )
  return new Set(
    messages.flatMap(({ toolCallId, meta }, at) =>
      toolCallId !== undefined && looking.has(toolCallId) && !meta?.isError ? [at] : [],
    ),
  )
}

const looksByName = /^(?:read|grep|glob|view|ls|search|web)/i

/** Whether every command of a shell's script is one that shows. */
function runsOnlyLooks(args: Json): boolean {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return false
  const { command, cmd } = args as Readonly<Record<string, Json>>
  const given = command ?? cmd ?? null
  const script = Array.isArray(given) ? given.at(-1) : given
  if (typeof script !== 'string' || script.length > 3_000 || /\.(?:log|out|err)\b/.test(script)) return false
  const parts = script.replace(/"[^"]*"|'[^']*'/g, '_').split(/[|;&\n]+/)
  return parts.map(part => part.trim()).every(part => part === '' || shows.test(part))
}

const shows =
  /^(?:cat|nl|sed|awk|head|tail|less|bat|grep|egrep|rg|ag|find|fd|ls|tree|wc|sort|uniq|cut|jq|cd|pwd|echo|git\s+(?:show|diff|log|blame|grep))(?:\s|$)/

/** What such a program says about itself is an error all the same: `cat: notes.md: No such file or directory`. */
export const isOwnComplaint = (line: string): boolean => /^\w{1,12}: \S/.test(line)

/** A line as a viewer numbers it comes from a file, whichever tool printed it. */
export const isNumbered = (line: string): boolean => /^\d{1,6}(?:→|\t)/.test(line)
