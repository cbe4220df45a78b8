import type { Part, Role, ToolResultPart } from '../../core/message.ts'
import { carryIn, carryOut, optionsOf, type Side } from './carry.ts'
import { plainFile, readFile, revive, writeFile } from './file.ts'
import { type Fields, isFields, plain } from './json.ts'
import { providerIn, putOurs, takeOurs, withField } from './note.ts'
import { opaque, sdkType } from './opaque.ts'
import { readOutput, sendable, writeOutput } from './output.ts'

/** A part of a `ModelMessage` as ours. */
export function fromModelPart(raw: { readonly type: string }, role: Role): Part {
  const isFile = raw.type === 'file' || raw.type === 'image'
  const whole = isFile ? plainFile(raw as Parameters<typeof plainFile>[0]) : (plain(raw) as Fields)
  return carryIn(whole, role, modelSide)
}

/** Our part as one of a `ModelMessage`, or null when a message of this role has no place for it. */
export function toModelPart(part: Part, role: Role): unknown {
  const fields = carryOut(part, role, modelSide)
  if (fields === null) return null
  return isFields(fields.output) ? { ...fields, output: sendable(fields.output) } : revive(fields)
}

const modelSide: Side = { name: 'model', options: 'providerOptions', read: readPart, write: writePart }

function readPart(fields: Fields, role: Role): Part {
  const { type, text, input = null, toolCallId, toolName } = fields
  const provider = providerIn(fields.providerOptions)
  const call = { callId: String(toolCallId), name: String(toolName) }
  if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return { type, text, ...provider }
  if (type === 'tool-call' && fields.providerExecuted !== true) return { type, ...call, input, ...provider }
  if (type === 'tool-result' && role === 'tool' && isFields(fields.output))
    return readResult(call, fields.output, fields)
  const file = type === 'file' ? readFile(fields) : null
  return file === null ? opaque(String(type), fields) : { ...file, ...provider }
}

function readResult(call: { callId: string; name: string }, output: Fields, fields: Fields): ToolResultPart {
  const { form, ...answered } = readOutput(withField(output, 'providerOptions', undefined))
  const asked = output.providerOptions === undefined ? {} : { outputOptions: output.providerOptions }
  const details = { ...(form === undefined ? {} : { form }), ...asked }
  const provider = putOurs(fields.providerOptions as Fields | undefined, details)
  return { type: 'tool-result', ...call, ...answered, ...providerIn(provider) }
}

function writePart(part: Part, role: Role): Fields | null {
  if (!places[role].includes(part.type === 'opaque' ? `opaque ${sdkType(part)}` : part.type)) return null
  const options = optionsOf(part)
  const fields = options === undefined ? {} : { providerOptions: options }
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // Providers refuse texts without words. With options it may bear a signature that its provider wants back.
      return part.text.trim() === '' && options === undefined ? null : { type: part.type, text: part.text, ...fields }
    case 'file':
      return { ...writeFile(part), ...fields }
    case 'tool-call':
      return { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input: part.input, ...fields }
    case 'tool-result':
      return writeResult(part)
    case 'opaque':
      return part.value as Fields
  }
}

/** What messages of a role hold. A provider's own tools are called and answered in one message of the assistant's. */
const places: Readonly<Record<Role, readonly string[]>> = {
  system: [],
  user: ['text', 'file', 'opaque file'],
  assistant: ['text', 'file', 'reasoning', 'tool-call', 'opaque file', 'opaque custom', 'opaque reasoning-file'].concat(
    ['opaque tool-call', 'opaque tool-result', 'opaque tool-approval-request'],
  ),
  tool: ['tool-result', 'opaque tool-approval-response'],
}

function writeResult(part: ToolResultPart): Fields {
  const { ours, options } = takeOurs(optionsOf(part), 'form', 'outputOptions')
  const form = typeof ours.form === 'string' ? { form: ours.form } : {}
  const output = withField(writeOutput({ ...part, ...form }), 'providerOptions', ours.outputOptions)
  const fields = { type: 'tool-result', toolCallId: part.callId, toolName: part.name, output }
  return withField(fields, 'providerOptions', options)
}
