import type { Json } from '../../core/json.ts'
import type { OpaquePart, ToolCallPart, ToolResultPart } from '../../core/message.ts'
import { sameJson } from '../../core/same-json.ts'
import { type Fields, isFields } from './json.ts'
import { providerIn, putOurs, takeOurs, withField } from './note.ts'
import { opaque } from './opaque.ts'
import { readOutput, writeOutput } from './output.ts'
import { fromToolPart, type ToolUse, toToolPart } from './ui-tool.ts'

/** A tool that the provider runs itself is called and answered inside one message; the core carries both as they are. */
export type ProvidedUse = Pick<ToolUse, 'request' | 'response'> & {
  readonly call: OpaquePart
  readonly result: OpaquePart | null
}

export function fromProvidedPart(whole: Fields): ProvidedUse {
  const { ours, options } = takeOurs(whole.callProviderMetadata, 'providedCall', 'providedResult')
  const { call, result, ...approval } = fromToolPart(withField(whole, 'callProviderMetadata', options))
  return {
    ...approval,
    call: opaque('tool-call', ours.providedCall ?? writeCall(call)),
    result: result === null ? null : opaque('tool-result', ours.providedResult ?? writeResult(result)),
  }
}

export function toProvidedPart({ call, result, ...approval }: ProvidedUse): Fields {
  const use = {
    ...approval,
    call: readCall(call.value as Fields),
    result: result === null ? null : readResult(result.value as Fields),
  }
  const fields: Fields = { ...toToolPart(use), providerExecuted: true }
  const again = fromProvidedPart(fields)
  const noted = {
    ...(sameJson(again.call.value, call.value) ? {} : { providedCall: call.value }),
    ...(result === null || sameJson(again.result?.value, result.value) ? {} : { providedResult: result.value }),
  }
  return withField(fields, 'callProviderMetadata', putOurs(fields.callProviderMetadata as Fields | undefined, noted))
}

function writeCall({ callId, name, input, provider }: ToolCallPart): Json {
  const fields = { type: 'tool-call', toolCallId: callId, toolName: name, input, providerExecuted: true }
  return withField(fields, 'providerOptions', provider)
}

function readCall({ toolCallId, toolName, input = null, providerOptions }: Fields): ToolCallPart {
  const call = { callId: String(toolCallId), name: String(toolName), input }
  return { type: 'tool-call', ...call, ...providerIn(providerOptions) }
}

function writeResult(result: ToolResultPart): Json {
  const { callId, name, outcome, output, provider } = result
  // As the AI SDK itself says what a provider's tool answered.
  const form = outcome === 'error' ? 'error-json' : typeof output === 'string' ? 'text' : 'json'
  const call = { type: 'tool-result', toolCallId: callId, toolName: name }
  return withField({ ...call, output: writeOutput({ outcome, output, form }) }, 'providerOptions', provider)
}

function readResult({ toolCallId, toolName, output, providerOptions }: Fields): ToolResultPart {
  const { form: _, ...answered } = readOutput(isFields(output) ? output : { type: 'json', value: output ?? null })
  const call = { callId: String(toolCallId), name: String(toolName) }
  return { type: 'tool-result', ...call, ...answered, ...providerIn(providerOptions) }
}
