import type { Part, Role, ToolResultPart } from '../../core/message.ts'
import { carryIn, carryOut, optionsOf, type Side } from './carry.ts'
import { plainFile, readFile, revive, writeFile } from './file.ts'
import { type Fields, isFields, plain } from './json.ts'
import { putOurs, takeOurs, withField } from './note.ts'
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
  const said = carryOut(part, role, modelSide)
  if (said === null) return null
  return isFields(said.output) ? { ...said, output: sendable(said.output) } : revive(said)
}

const modelSide: Side = { name: 'model', options: 'providerOptions', read: readPart, write: writePart }

function readPart(said: Fields, role: Role): Part {
  const { type, text, input = null, toolCallId, toolName } = said
  const provider = said.providerOptions === undefined ? {} : { provider: said.providerOptions }
  const call = { callId: String(toolCallId), name: String(toolName) }
  if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return { type, text, ...provider }
  if (type === 'tool-call' && said.providerExecuted !== true) return { type, ...call, input, ...provider }
  if (type === 'tool-result' && role === 'tool' && isFields(said.output)) return readResult(call, said.output, said)
  const file = type === 'file' ? readFile(said) : null
  return file === null ? opaque(String(type), said) : { ...file, ...provider }
}

function readResult(call: { callId: string; name: string }, output: Fields, said: Fields): ToolResultPart {
  const { form, ...answered } = readOutput(withField(output, 'providerOptions', undefined))
  const asked = output.providerOptions === undefined ? {} : { outputOptions: output.providerOptions }
  const details = { ...(form === undefined ? {} : { form }), ...asked }
  const provider = putOurs(said.providerOptions as Fields | undefined, details)
  return { type: 'tool-result', ...call, ...answered, ...(provider === undefined ? {} : { provider }) }
}

function writePart(part: Part, role: Role): Fields | null {
  if (!places[role].includes(part.type === 'opaque' ? `opaque ${sdkType(part)}` : part.type)) return null
  const options = optionsOf(part)
  const said = options === undefined ? {} : { providerOptions: options }
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // Providers refuse texts without words. With options it may bear a signature that its provider wants back.
      return part.text.trim() === '' && options === undefined ? null : { type: part.type, text: part.text, ...said }
    case 'file':
      return { ...writeFile(part), ...said }
    case 'tool-call':
      return { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input: part.input, ...said }
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
  const said = { type: 'tool-result', toolCallId: part.callId, toolName: part.name, output }
  return withField(said, 'providerOptions', options)
}
