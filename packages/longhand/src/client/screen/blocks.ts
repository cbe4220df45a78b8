import type { MessageEntry } from '../../core/entry.ts'
import { type FilePart, type Message, outputText, type Part, type ToolResultPart } from '../../core/message.ts'
import type { AnswerPart } from './answer.ts'

/** What a card shows of a message, in order. Consecutive tool calls form one block. */
export type Block =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'calls'; readonly calls: readonly ToolCallBlock[] }
  | { readonly type: 'file'; readonly file: FilePart }
  | { readonly type: 'opaque'; readonly kind: string }

export type ToolCallBlock = {
  readonly id: string
  readonly name: string
  /** The most informative argument, on one line. */
  readonly argument: string
  /** All arguments, when there are more. */
  readonly input: string
  readonly outcome: 'running' | ToolResultPart['outcome']
  readonly output: string
}

/** A message, and whether it goes on in mid-sentence where the one before it was cut off. */
type SaidEntry = MessageEntry & { readonly continues?: true }

/** The blocks of stored messages: each call together with its result, wherever that is. */
export function messageBlocks(entries: readonly SaidEntry[]): readonly Block[] {
  const results = new Map(
    entries.flatMap(({ message }) =>
      message.parts.flatMap(part => (part.type === 'tool-result' ? [[part.callId, part] as const] : [])),
    ),
  )
  let blocks: Block[] = []
  for (const { message, continues } of entries) {
    const more = message.parts.flatMap(part => partBlocks(part, message, results))
    if (continues) blocks = [...continuedBlocks(blocks, more)]
    else blocks.push(...more)
  }
  return mergeCalls(blocks)
}

/** The words of a card, to be copied or edited. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(block => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim()

/** An answer and what went on with it, as one: its last sentence ends in the first text. What was thought in between comes before it. */
export function continuedBlocks(before: readonly Block[], more: readonly Block[]): readonly Block[] {
  const last = before.at(-1)
  const at = more.findIndex(({ type }) => type !== 'reasoning')
  const first = more[at]
  if (last?.type !== 'text' || first?.type !== 'text') return [...before, ...more]
  const text = last.text + first.text
  return [...before.slice(0, -1), ...more.slice(0, at), { type: 'text', text }, ...more.slice(at + 1)]
}

/** The blocks of an answer while it is written. */
export const answerBlocks = (parts: readonly AnswerPart[]): readonly Block[] =>
  mergeCalls(
    parts.map((part): Block => {
      if (part.type !== 'call') return { type: part.type, text: part.text }
      const { id, name, outcome } = part
      const call = { id, name, ...describeInput(part.input), outcome, output: toText(part.output) }
      return { type: 'calls', calls: [call] }
    }),
  )

function partBlocks(part: Part, { role }: Message, results: ReadonlyMap<string, ToolResultPart>): readonly Block[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.trim() === '' ? [] : [{ type: part.type, text: part.text }]
    case 'tool-call': {
      const result = results.get(part.callId)
      const call = { id: part.callId, name: part.name, ...describeInput(part.input) }
      return [{ type: 'calls', calls: [{ ...call, ...callOutcome(result) }] }]
    }
    case 'tool-result':
      // A result is shown with its call; without one it is shown by its name.
      return role === 'tool' && !results.has(part.callId) ? [{ type: 'opaque', kind: part.name }] : []
    case 'file':
      return [{ type: 'file', file: part }]
    case 'opaque':
      return [{ type: 'opaque', kind: part.kind }]
  }
}

const callOutcome = (result: ToolResultPart | undefined): Pick<ToolCallBlock, 'outcome' | 'output'> =>
  result === undefined ? { outcome: 'missing', output: '' } : { outcome: result.outcome, output: outputText(result) }

/** Merges consecutive calls into one block. */
function mergeCalls(blocks: readonly Block[]): readonly Block[] {
  const found: Block[] = []
  let calls: ToolCallBlock[] | null = null
  for (const block of blocks) {
    if (block.type !== 'calls') {
      calls = null
      found.push(block)
      continue
    }
    if (calls === null) {
      calls = []
      found.push({ type: 'calls', calls })
    }
    for (const call of block.calls) calls.push(call)
  }
  return found
}

function describeInput(input: unknown): Pick<ToolCallBlock, 'argument' | 'input'> {
  const whole = mainArgument(input)
  const argument = whole.replace(/\s+/g, ' ').slice(0, 200)
  const only = argument === whole && (!isObject(input) || Object.keys(input).length < 2)
  return { argument, input: only ? '' : toText(input) }
}

const isObject = (input: unknown): input is object => typeof input === 'object' && input !== null

/** The most informative argument: a path, command, query or address if there is one, else the first. */
function mainArgument(input: unknown): string {
  if (!isObject(input)) return input === null ? '' : String(input)
  const fields = Object.entries(input)
  const main = fields.find(([name]) => /path|file|command|cmd|query|pattern|url/i.test(name)) ?? fields[0]
  return main === undefined ? '' : toText(main[1])
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
