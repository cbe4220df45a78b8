import type { Message, Part, ToolResultPart } from '../core/message.ts'
import type { Fields } from './convert-json.ts'
import { fieldsIn, opaque, saying, sdkType } from './convert-opaque.ts'
import { carriedBy, carrierOf, fromUIPart, toUIPart } from './convert-ui-part.ts'
import { fromProvidedPart, toProvidedPart } from './convert-ui-provided.ts'
import { fromToolPart, isToolPart, toToolPart } from './convert-ui-tool.ts'

/** The parts of one step as the assistant's message and, when tools answered, a message with what they said. */
export function fromStep(parts: readonly Fields[]): readonly Message[] {
  const asked: Part[] = []
  const answered: Part[] = []
  // Every step starts with a mark; one that does not is worth a note.
  const isMarked = parts[0]?.type === 'step-start'
  if (!isMarked) asked.push(opaque('no-step-start', null))
  for (const part of isMarked ? parts.slice(1) : parts) {
    const read = fromPart(part)
    asked.push(...read.asked)
    answered.push(...read.answered)
  }
  const said: Message = { role: 'assistant', parts: asked }
  return answered.length === 0 ? [said] : [said, { role: 'tool', parts: answered }]
}

function fromPart(part: Fields): { asked: readonly Part[]; answered: readonly Part[] } {
  const carried = carriedBy(part)
  if (carried?.role === 'tool') return { asked: [], answered: [carried.part] }
  if (carried !== null) return { asked: [carried.part], answered: [] }
  if (!isToolPart(part)) return { asked: [fromUIPart(part, 'assistant')], answered: [] }
  if (part.providerExecuted === true) {
    const { call, request, response, result } = fromProvidedPart(part)
    return { asked: present(call, request, result), answered: present(response) }
  }
  const { call, request, response, result } = fromToolPart(part)
  return { asked: present(call, request), answered: present(response, result) }
}

const present = (...parts: readonly (Part | null)[]): readonly Part[] => parts.filter(part => part !== null)

/** A message of the assistant's, with the messages that answer its calls, as the parts of one step. */
export function toStep(message: Message, answers: readonly Message[]): readonly Fields[] {
  const left = new Set<Part>([...message.parts, ...answers.flatMap(({ parts }) => parts)])
  const take: Take = is => {
    const found = [...left].find(is) ?? null
    if (found !== null) left.delete(found)
    return found
  }
  const marked = message.parts.some(part => sdkType(part) === 'no-step-start') ? [] : [{ type: 'step-start' }]
  const written = message.parts.flatMap(part => (left.delete(part) ? toParts(part, take) : []))
  return [...marked, ...written, ...[...left].map(part => carrierOf(part, 'tool'))]
}

type Take = <T extends Part>(is: (part: Part) => part is T) => T | null

function toParts(part: Part, take: Take): readonly Fields[] {
  if (part.type === 'tool-call') {
    const isResult = (other: Part): other is ToolResultPart =>
      other.type === 'tool-result' && other.callId === part.callId
    return [toToolPart({ call: part, ...takeApproval(part.callId, take), result: take(isResult) })]
  }
  if (part.type !== 'opaque') return [toUIPart(part, 'assistant')]
  if (sdkType(part) === 'no-step-start') return []
  if (sdkType(part) !== 'tool-call') return [toUIPart(part, 'assistant')]
  const { toolCallId } = fieldsIn(part)
  const result = take(saying('tool-result', 'toolCallId', toolCallId))
  return [toProvidedPart({ call: part, ...takeApproval(String(toolCallId), take), result })]
}

function takeApproval(callId: string, take: Take) {
  const request = take(saying('tool-approval-request', 'toolCallId', callId))
  if (request === null) return { request, response: null }
  return { request, response: take(saying('tool-approval-response', 'approvalId', fieldsIn(request).approvalId)) }
}
