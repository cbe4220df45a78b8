import type { TextStreamPart, ToolSet } from 'ai'
import type { Json } from '../core/json.ts'
import type { Part } from '../core/message.ts'

/** Text grows in deltas that are joined only when it is read, so that adding one costs O(1). */
type Growing = { readonly type: 'text' | 'reasoning'; readonly deltas: string[] }

/** Collects the parts of a step while it is streamed, so that they can be stored if the process crashes. */
export function collectParts() {
  const growing = new Map<string, Growing>()
  const parts: (Growing | Part)[] = []
  const grow = (type: Growing['type'], id: string, delta: string) => {
    const key = `${type} ${id}`
    const known = growing.get(key)
    if (known !== undefined) return void known.deltas.push(delta)
    const started: Growing = { type, deltas: [delta] }
    growing.set(key, started)
    parts.push(started)
  }
  return {
    add(part: TextStreamPart<ToolSet>): void {
      if (part.type === 'text-delta') grow('text', part.id, part.text)
      else if (part.type === 'reasoning-delta') grow('reasoning', part.id, part.text)
      else if (part.type === 'tool-call') {
        parts.push({ type: 'tool-call', callId: part.toolCallId, name: part.toolName, input: part.input as Json })
      } else if (part.type === 'tool-result') {
        parts.push(resultOf(part, 'ok', part.output as Json))
      } else if (part.type === 'tool-error') {
        parts.push(resultOf(part, 'error', part.error instanceof Error ? part.error.message : String(part.error)))
      }
    },
    parts: (): readonly Part[] =>
      parts.map(part => ('deltas' in part ? { type: part.type, text: part.deltas.join('') } : part)),
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
