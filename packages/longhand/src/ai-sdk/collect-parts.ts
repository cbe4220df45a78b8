import type { TextStreamPart, ToolSet } from 'ai'
import type { Json } from '../core/json.ts'
import type { Part } from '../core/message.ts'

/** What a step has said so far, so that it can be kept when the process dies in mid-answer. */
export type GeneratedParts = {
  add(part: TextStreamPart<ToolSet>): void
  parts(): readonly Part[]
}

/** Text grows in pieces that are joined only when someone asks, so that hearing a word costs O(1). */
type Growing = { readonly type: 'text' | 'reasoning'; readonly pieces: string[] }

export function collectParts(): GeneratedParts {
  const growing = new Map<string, Growing>()
  const said: (Growing | Part)[] = []
  const grow = (type: Growing['type'], id: string, piece: string) => {
    const key = `${type} ${id}`
    const known = growing.get(key)
    if (known !== undefined) return void known.pieces.push(piece)
    const started: Growing = { type, pieces: [piece] }
    growing.set(key, started)
    said.push(started)
  }
  return {
    add(part) {
      if (part.type === 'text-delta') grow('text', part.id, part.text)
      else if (part.type === 'reasoning-delta') grow('reasoning', part.id, part.text)
      else if (part.type === 'tool-call') {
        said.push({ type: 'tool-call', callId: part.toolCallId, name: part.toolName, input: part.input as Json })
      } else if (part.type === 'tool-result') {
        said.push(resultOf(part, 'ok', part.output as Json))
      } else if (part.type === 'tool-error') {
        said.push(resultOf(part, 'error', part.error instanceof Error ? part.error.message : String(part.error)))
      }
    },
    parts: () => said.map(part => ('pieces' in part ? { type: part.type, text: part.pieces.join('') } : part)),
  }
}

type Called = { readonly toolCallId: string; readonly toolName: string }

const resultOf = ({ toolCallId, toolName }: Called, outcome: 'ok' | 'error', output: Json): Part => ({
  type: 'tool-result',
  callId: toolCallId,
  name: toolName,
  outcome,
  output,
})
