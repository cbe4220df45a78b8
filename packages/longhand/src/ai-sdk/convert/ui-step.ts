import type { Json } from '../../core/json.ts'
import type { Message, OpaquePart, Part, ToolResultPart } from '../../core/message.ts'
import type { Fields } from './json.ts'
import { fieldsIn, opaque, sdkType } from './opaque.ts'
import { carriedBy, carrierOf, fromUIPart, toUIPart } from './ui-part.ts'
import { fromProvidedPart, toProvidedPart } from './ui-provided.ts'
import { fromToolPart, isToolPart, toToolPart } from './ui-tool.ts'

/** The parts of one step as the assistant's message and, when tools answered, a message with their results. */
export function fromStep(parts: readonly Fields[]): readonly Message[] {
  const assistant: Part[] = []
  const tool: Part[] = []
  // Every step starts with a mark; one that does not is worth a note.
  const isMarked = parts[0]?.type === 'step-start'
  if (!isMarked) assistant.push(opaque('no-step-start', null))
  for (const part of isMarked ? parts.slice(1) : parts) {
    const read = fromPart(part)
    for (const one of read.assistant) assistant.push(one)
    for (const one of read.tool) tool.push(one)
  }
  const message: Message = { role: 'assistant', parts: assistant }
  return tool.length === 0 ? [message] : [message, { role: 'tool', parts: tool }]
}

function fromPart(part: Fields): { assistant: readonly Part[]; tool: readonly Part[] } {
  const carried = carriedBy(part)
  if (carried?.role === 'tool') return { assistant: [], tool: [carried.part] }
  if (carried !== null) return { assistant: [carried.part], tool: [] }
  if (!isToolPart(part)) return { assistant: [fromUIPart(part, 'assistant')], tool: [] }
  if (part.providerExecuted === true) {
    const { call, request, response, result } = fromProvidedPart(part)
    return { assistant: present(call, request, result), tool: present(response) }
  }
  const { call, request, response, result } = fromToolPart(part)
  return { assistant: present(call, request), tool: present(response, result) }
}

const present = (...parts: readonly (Part | null)[]): readonly Part[] => parts.filter(part => part !== null)

/** A message of the assistant's, with the messages that answer its calls, as the parts of one step. */
export function toStep(message: Message, answers: readonly Message[]): readonly Fields[] {
  const left = new Set<Part>([...message.parts, ...answers.flatMap(({ parts }) => parts)])
  const take = takingFrom(left)
  const marked = message.parts.some(part => sdkType(part) === 'no-step-start') ? [] : [{ type: 'step-start' }]
  const written = message.parts.flatMap(part => (left.delete(part) ? toParts(part, take) : []))
  return [...marked, ...written, ...[...left].map(part => carrierOf(part, 'tool'))]
}

/** What belongs to a call, by what it is called: a result of ours, or one of the AI SDK's parts. */
type Belonging = {
  readonly result: ToolResultPart
  readonly 'tool-result': OpaquePart
  readonly 'tool-approval-request': OpaquePart
  readonly 'tool-approval-response': OpaquePart
}

/** Takes the first part that is left of those of a kind that name this call or question. */
type Take = <Kind extends keyof Belonging>(kind: Kind, id: Json | undefined) => Belonging[Kind] | null

function takingFrom(left: Set<Part>): Take {
  // Backwards, so that the first one is the next to be taken.
  const known = Map.groupBy([...left].reverse(), belongingKey)
  return <Kind extends keyof Belonging>(kind: Kind, id: Json | undefined) => {
    const parts = known.get(keyFor(kind, id)) ?? []
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (left.delete(part)) return part as Belonging[Kind]
    }
    return null
  }
}

/** What a part belongs to; null when to nothing. */
function belongingKey(part: Part): string | null {
  if (part.type === 'tool-result') return keyFor('result', part.callId)
  if (part.type !== 'opaque') return null
  const { toolCallId, approvalId } = fieldsIn(part)
  switch (sdkType(part)) {
    case 'tool-result':
      return keyFor('tool-result', toolCallId)
    case 'tool-approval-request':
      return keyFor('tool-approval-request', toolCallId)
    case 'tool-approval-response':
      return keyFor('tool-approval-response', approvalId)
    default:
      return null
  }
}

const keyFor = (kind: keyof Belonging, id: Json | undefined): string => `${kind} ${JSON.stringify(id)}`

function toParts(part: Part, take: Take): readonly Fields[] {
  if (part.type === 'tool-call') {
    return [toToolPart({ call: part, ...takeApproval(part.callId, take), result: take('result', part.callId) })]
  }
  if (part.type !== 'opaque') return [toUIPart(part, 'assistant')]
  if (sdkType(part) === 'no-step-start') return []
  if (sdkType(part) !== 'tool-call') return [toUIPart(part, 'assistant')]
  const { toolCallId } = fieldsIn(part)
  const result = take('tool-result', toolCallId)
  return [toProvidedPart({ call: part, ...takeApproval(String(toolCallId), take), result })]
}

function takeApproval(callId: string, take: Take) {
  const request = take('tool-approval-request', callId)
  if (request === null) return { request, response: null }
  return { request, response: take('tool-approval-response', fieldsIn(request).approvalId) }
}
