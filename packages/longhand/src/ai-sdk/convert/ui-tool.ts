import { isPart } from '../../core/check-message.ts'
import type { OpaquePart, ToolCallPart, ToolResultPart } from '../../core/message.ts'
import { fieldsOf, optionsOf, takeNotes, withProvider } from './carry.ts'
import { type Fields, isFields, plain } from './json.ts'
import { noteOf, providerIn, putOurs, restore, takeOurs, withField } from './note.ts'
import { opaque } from './opaque.ts'

/** A tool part of a `UIMessage` taken apart: one call with all that became of it. */
export type ToolUse = {
  readonly call: ToolCallPart
  readonly request: OpaquePart | null
  readonly response: OpaquePart | null
  readonly result: ToolResultPart | null
}

export const isToolPart = ({ type }: Fields): boolean => type === 'dynamic-tool' || String(type).startsWith('tool-')

export function fromToolPart(raw: unknown): ToolUse {
  const whole = plain(raw) as Fields
  const asked = takeOurs(whole.callProviderMetadata, 'core')
  const answered = takeOurs(whole.resultProviderMetadata, 'core')
  const fields = withField(
    withField(whole, 'callProviderMetadata', asked.options),
    'resultProviderMetadata',
    answered.options,
  )
  const use = readUse(fields)
  const lost = noteOf('ui', fields, writeUse(use))
  const noted = withProvider(use.call, putOurs(optionsOf(use.call), lost))
  const call = restore(fieldsOf(noted), asked.ours.core)
  const result = use.result === null ? null : restore(fieldsOf(use.result), answered.ours.core)
  return {
    ...use,
    // A note that makes no call or no result of it was written by someone else.
    call: isPart(call) && call.type === 'tool-call' ? call : noted,
    ...(isPart(result) && result.type === 'tool-result' && { result }),
  }
}

export function toToolPart(use: ToolUse): Fields {
  const { bare, ours } = takeNotes(use.call, 'ui')
  const fields = restore(writeUse({ ...use, call: bare }), ours.ui)
  const again = readUse(fields)
  const asked = putOurs(
    fields.callProviderMetadata as Fields | undefined,
    noteOf('core', fieldsOf(bare), fieldsOf(again.call)),
  )
  const lost = use.result === null ? {} : noteOf('core', fieldsOf(use.result), fieldsOf(again.result ?? use.call))
  const answered = putOurs(fields.resultProviderMetadata as Fields | undefined, lost)
  return withField(withField(fields, 'callProviderMetadata', asked), 'resultProviderMetadata', answered)
}

function readUse(fields: Fields): ToolUse {
  const name = fields.type === 'dynamic-tool' ? String(fields.toolName) : String(fields.type).slice('tool-'.length)
  const identity = { callId: String(fields.toolCallId), name }
  const approval = isFields(fields.approval) ? fields.approval : null
  const { input = null, callProviderMetadata } = fields
  return {
    call: { type: 'tool-call', ...identity, input, ...providerIn(callProviderMetadata) },
    request: approval === null ? null : readRequest(approval, identity.callId),
    response: approval?.approved === undefined ? null : readResponse(approval, fields.providerExecuted),
    result: readAnswer(fields, approval, identity),
  }
}

function readAnswer(
  fields: Fields,
  approval: Fields | null,
  identity: { callId: string; name: string },
): ToolResultPart | null {
  const { state, output = null, errorText = '' } = fields
  const base = { type: 'tool-result', ...identity } as const
  const provider = providerIn(fields.resultProviderMetadata)
  if (state === 'output-available') return { ...base, outcome: 'ok', output, ...provider }
  if (state === 'output-error') return { ...base, outcome: 'error', output: errorText, ...provider }
  const isDenied = state === 'output-denied' || (state === 'approval-responded' && approval?.approved === false)
  return isDenied ? { ...base, outcome: 'denied', output: approval?.reason ?? null, ...provider } : null
}

function readRequest(approval: Fields, toolCallId: string): OpaquePart {
  const { id = '', requestReason, approved: _, reason: __, ...others } = approval
  const asked = { type: 'tool-approval-request', approvalId: id, toolCallId, ...others }
  return opaque('tool-approval-request', withField(asked, 'reason', requestReason))
}

function readResponse(
  { id = '', approved = false, reason }: Fields,
  providerExecuted: Fields[string] | undefined,
): OpaquePart {
  const fields = withField({ type: 'tool-approval-response', approvalId: id, approved }, 'reason', reason)
  return opaque('tool-approval-response', withField(fields, 'providerExecuted', providerExecuted))
}

function writeUse({ call, request, response, result }: ToolUse): Fields {
  const approval = request === null ? undefined : writeApproval(request, response)
  const { name, callId: toolCallId, input } = call
  const optional = {
    callProviderMetadata: optionsOf(call),
    resultProviderMetadata: result === null ? undefined : optionsOf(result),
    approval,
    providerExecuted: isFields(response?.value) ? response.value.providerExecuted : undefined,
  }
  const given = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { type: `tool-${name}`, toolCallId, input, ...writeState(result, approval), ...Object.fromEntries(given) }
}

function writeState(result: ToolResultPart | null, approval: Fields | undefined): Fields {
  if (result === null) {
    if (approval === undefined) return { state: 'input-available' }
    return { state: approval.approved === undefined ? 'approval-requested' : 'approval-responded' }
  }
  if (result.outcome === 'ok') return { state: 'output-available', output: result.output }
  // Screens show a denial only beside the question it answers.
  if (result.outcome === 'denied' && approval?.approved === false) return { state: 'output-denied' }
  const { output } = result
  return { state: 'output-error', errorText: typeof output === 'string' ? output : JSON.stringify(output) }
}

function writeApproval(request: OpaquePart, response: OpaquePart | null): Fields {
  const { type: _, toolCallId: __, approvalId = '', reason, ...others } = request.value as Fields
  const asked = withField({ id: approvalId, ...others }, 'requestReason', reason)
  if (response === null) return asked
  const { approved = false, reason: why } = response.value as Fields
  return withField({ ...asked, approved }, 'reason', why)
}
