import { append, type Branch } from '../core/branch.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { protection } from '../core/protect.ts'
import type { View, ViewMessage } from '../core/view.ts'

/**
 * A branch drawn with letters: `s` system, `u` user, `a` assistant, `c` a call (`c2` two at once), `r` the result of the
 * oldest unanswered call, `t` reasoning alone, `x` a result that nobody asked for. A capital protects the message.
 */
export function draw(letters: string, { count = 100 }: { count?: number } = {}): Branch {
  const words = letters.split(/\s+/).filter(Boolean)
  const waiting: string[] = []
  let branch: Branch = []
  words.forEach((word, at) => {
    const message = drawMessage(word.toLowerCase(), at + 1, waiting)
    branch = append(branch, { type: 'message', message, count }, `e${at + 1}`)
  })
  words.forEach((word, at) => {
    if (word !== word.toLowerCase()) branch = append(branch, protection(branch, at + 1, 'protect'), `p${at + 1}`)
  })
  return branch
}

/** A view drawn with the same letters; `Σ` summary, `Δ` digest, `?` a stand-in result, `'` after a trimmed message. */
export const sketch = (view: View): string => view.map(letterOf).join(' ')

function drawMessage(word: string, number: number, waiting: string[]): Message {
  const text = `${word} ${number}`
  const [letter, many] = [word[0], Number(word.slice(1) || 1)]
  if (letter === 's') return { role: 'system', parts: [{ type: 'text', text }] }
  if (letter === 'u') return { role: 'user', parts: [{ type: 'text', text }] }
  if (letter === 'a') return { role: 'assistant', parts: [{ type: 'text', text }] }
  if (letter === 't') return { role: 'assistant', parts: [{ type: 'reasoning', text }] }
  if (letter === 'c') {
    const ids = Array.from({ length: many }, (_, at) => `call-${number}-${at + 1}`)
    waiting.splice(0, waiting.length, ...ids)
    return {
      role: 'assistant',
      parts: ids.map(callId => ({ type: 'tool-call', callId, name: 'read', input: { text } })),
    }
  }
  if (letter === 'r') return result(waiting.shift() ?? `nobody-${number}`, text)
  if (letter === 'x') return result(`nobody-${number}`, text)
  throw new Error(`No such letter: ${word}`)
}

const result = (callId: string, output: Json): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId, name: 'read', outcome: 'ok', output }],
})

function letterOf({ kind, message }: ViewMessage): string {
  if (kind === 'summary') return 'Σ'
  if (kind === 'digest') return 'Δ'
  if (kind === 'stand-in') return '?'
  const part = message.parts[0]
  const letters = { 'tool-call': 'c', 'tool-result': 'r', reasoning: 't' } as const
  const letter = part !== undefined && part.type in letters ? letters[part.type as 'reasoning'] : message.role[0]!
  return kind === 'trimmed' ? `${letter}'` : letter
}
