import type { TextStreamPart, ToolSet } from 'ai'
import type { Json } from '../core/json.ts'
import type { Part } from '../core/message.ts'

/** Collects what a step has said so far, so that it can be kept when the process dies in mid-answer. */
export function spokenParts() {
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string[] }>()
  const said: (Part | { type: 'text' | 'reasoning'; text: string[] })[] = []
  const start = (type: 'text' | 'reasoning', id: string) => {
    const piece = { type, text: [] as string[] }
    open.set(`${type} ${id}`, piece)
    said.push(piece)
    return piece
  }
  return {
    hear(part: TextStreamPart<ToolSet>): void {
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        const type = part.type === 'text-delta' ? 'text' : 'reasoning'
        const piece = open.get(`${type} ${part.id}`) ?? start(type, part.id)
        piece.text.push(part.text)
      } else if (part.type === 'tool-call') {
        said.push({ type: 'tool-call', callId: part.toolCallId, name: part.toolName, input: part.input as Json })
      }
    },
    parts(): readonly Part[] {
      const whole = said.map(
        (piece): Part =>
          Array.isArray(piece.text) ? { type: piece.type as 'text', text: piece.text.join('') } : (piece as Part),
      )
      return whole.filter(part => part.type !== 'text' || part.text !== '')
    },
  }
}
