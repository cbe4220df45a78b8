import type { Json } from '../core/json.ts'
import type { Message, OpaquePart, Part, ToolResultPart } from '../core/message.ts'
import type { Fields } from './convert-json.ts'
import { fieldsIn, opaque, sdkType } from './convert-opaque.ts'
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
    for (const one of read.asked) asked.push(one)
    for (const one of read.answered) answered.push(one)
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
  const known = {
    ...{ result: new Map<Json | undefined, Part[]>(), 'tool-result': new Map<Json | undefined, Part[]>() },
    'tool-approval-request': new Map<Json | undefined, Part[]>(),
    'tool-approval-response': new Map<Json | undefined, Part[]>(),
  }
  // Backwards, so that the first one is the next to be taken.
  for (const part of [...left].reverse()) {
    const found = belongingOf(part)
    if (found === null) continue
    const ids = known[found.kind]
    const parts = ids.get(found.id)
    if (parts === undefined) ids.set(found.id, [part])
    else parts.push(part)
  }
  return (kind, id) => {
    const parts = known[kind].get(id) ?? []
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (left.delete(part)) return part as Belonging[typeof kind]
    }
    return null
  }
}

function belongingOf(part: Part): { readonly kind: keyof Belonging; readonly id: Json | undefined } | null {
  if (part.type === 'tool-result') return { kind: 'result', id: part.callId }
  const kind = part.type === 'opaque' ? sdkType(part) : null
  if (part.type !== 'opaque' || !isBelonging(kind)) return null
  return { kind, id: fieldsIn(part)[kind === 'tool-approval-response' ? 'approvalId' : 'toolCallId'] }
}

const isBelonging = (type: string | null): type is Exclude<keyof Belonging, 'result'> =>
  type === 'tool-result' || type === 'tool-approval-request' || type === 'tool-approval-response'

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
