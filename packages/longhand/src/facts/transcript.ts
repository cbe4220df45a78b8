import type { Message, Part, TextPart } from '../core/message.ts'
import { authoredTexts, isFromPerson } from '../core/person-text.ts'
import { jsonText } from './reading/json-text.ts'
import type { NumberedMessage } from './reading/quote.ts'
import { callText } from './reading/tool-call.ts'
import { redact } from './redact.ts'

/** How messages are written down for a summariser. */
export type TranscriptOptions = {
  /** A word that nobody could know before: it marks where each message begins, so that no text can pretend to be one. */
  readonly fence: string
  /** Characters that are left of each thing a tool printed or was given. */
  readonly limit: number
}

/**
 * Messages as text for a summariser: who said what under which ¶, media by name only, secrets gone, long tool texts
 * trimmed, and every line of them marked, since they may hold anything.
 */
export function transcript(messages: readonly NumberedMessage[], form: TranscriptOptions): string {
  const body = messages.map(({ number, message }) => `${heading(number, message, form)}\n${bodyText(message, form)}`)
  return body.join('\n')
}

/** The mark before each line that a tool printed. */
export const toolMark = '┃ '

const speakers = { user: 'person', assistant: 'assistant', tool: 'tool', system: 'system' } as const

const heading = (number: number, message: Message, { fence }: TranscriptOptions): string =>
  `[${fence} ¶${number} ${message.role === 'user' && !isFromPerson(message) ? 'program' : speakers[message.role]}]`

function bodyText({ role, parts }: Message, form: TranscriptOptions): string {
  const texts = parts
    .flatMap(part =>
      role === 'user' && part.type === 'text' ? userTexts(part, form.limit) : partText(part, form.limit),
    )
    .map(redact)
    .filter(text => text !== '')
  return texts.join('\n').replaceAll(form.fence, '')
}

/** The person's words as they are; what programs put there is marked like what a tool printed. */
const userTexts = (part: TextPart, limit: number): readonly string[] =>
  authoredTexts(part).flatMap(({ author, text }) => {
    if (author === 'person') return [text.replace(/^\n|\n$/g, '')]
    return text.trim() === '' ? [] : [marked(cutMiddle(text.trim(), limit))]
  })

function partText(part: Part, limit: number): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'tool-call': {
      const { line, long } = callText(part)
      return [`→ ${line}`, ...long.map(({ key, text }) => marked(`${key}: ${cutMiddle(text, limit)}`))].join('\n')
    }
    case 'tool-result':
      return marked(`${part.name} answered (${part.outcome}): ${cutMiddle(jsonText(part.output), limit)}`)
    case 'file':
      return `[file ${part.name ?? 'without a name'}, ${part.mediaType}]`
    default:
      return ''
  }
}

const marked = (text: string): string => `${toolMark}${text.replaceAll('\n', `\n${toolMark}`)}`

function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const head = text.slice(0, Math.ceil(limit * 0.6)).toWellFormed()
  const tail = text.slice(text.length - Math.floor(limit * 0.4)).toWellFormed()
  return `${head}\n[… ${text.length - limit} characters left out …]\n${tail}`
}

/** The messages of a transcript again, as far as it tells: words, calls and what tools answered, under their ¶. */
export function readTranscript(text: string): readonly NumberedMessage[] {
  const found: { number: number; role: Message['role']; lines: string[] }[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const heading = headingPattern.exec(line)
    // What a prompt says after the transcript is not part of it.
    if (fence !== null && line === `[${fence} ends]`) break
    if (heading === null) {
      found.at(-1)?.lines.push(line)
      continue
    }
    fence ??= heading[1]!
    found.push({ number: Number(heading[2]), role: roles[heading[3] as Heading], lines: [] })
  }
  return found.map(({ number, role, lines }) => ({ number, message: { role, parts: partsOf(role, number, lines) } }))
}

const headingPattern = /^\[(\S{1,80}) ¶(\d{1,9}) (person|program|assistant|tool|system)\]$/

type Heading = (typeof speakers)[keyof typeof speakers] | 'program'

const roles: Readonly<Record<Heading, Message['role']>> = {
  person: 'user',
  program: 'user',
  assistant: 'assistant',
  tool: 'tool',
  system: 'system',
}

/** Calls and results are numbered alike, so that a result finds its call when each message has one. */
function partsOf(role: Message['role'], number: number, lines: readonly string[]): readonly Part[] {
  const bare = lines.map(line => (line.startsWith(toolMark) ? line.slice(toolMark.length) : line))
  if (role === 'tool') {
    const [, name = 'tool', outcome = 'ok', rest = ''] = /^(\S+) answered \((\w+)\): (.*)$/.exec(bare[0] ?? '') ?? []
    const output = [rest, ...bare.slice(1)].join('\n')
    return [{ type: 'tool-result', callId: `call-${number - 1}`, name, outcome: outcomeOf(outcome), output }]
  }
  if (role === 'user') return userParts(lines)
  const at = lines.findIndex(line => line.startsWith('→ '))
  const words = at < 0 ? lines : lines.slice(0, at)
  const text: readonly Part[] = words.length === 0 ? [] : [{ type: 'text', text: words.join('\n') }]
  if (role !== 'assistant' || at < 0) return [{ type: 'text', text: lines.join('\n') }]
  const [name = 'tool', ...rest] = lines[at]!.slice(2).split(' ')
  const input = { line: rest.join(' '), content: bare.slice(at + 1).join('\n') }
  return [...text, { type: 'tool-call', callId: `call-${number}`, name, input }]
}

/** Marked lines are a program's, all others the person's. */
function userParts(lines: readonly string[]): readonly Part[] {
  const runs: { readonly isMarked: boolean; readonly lines: string[] }[] = []
  for (const line of lines) {
    const isMarked = line.startsWith(toolMark)
    if (runs.at(-1)?.isMarked !== isMarked) runs.push({ isMarked, lines: [] })
    runs.at(-1)!.lines.push(isMarked ? line.slice(toolMark.length) : line)
  }
  return runs.map(({ isMarked, lines }): Part => {
    const text = lines.join('\n')
    return isMarked ? { type: 'text', text, author: 'program' } : { type: 'text', text }
  })
}

const outcomeOf = (word: string): 'ok' | 'error' | 'denied' | 'missing' =>
  word === 'error' || word === 'denied' || word === 'missing' ? word : 'ok'
