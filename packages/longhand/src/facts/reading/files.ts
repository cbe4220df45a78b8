import type { Json } from '../../core/json.ts'
import type { ToolCallPart } from '../../core/message.ts'
import { toolKind } from '../../core/tool-kind.ts'
import type { NumberedMessage } from './quote.ts'
import { fieldsOf } from './tool-call.ts'

/** A file that tools used, and the strongest thing done to it. */
export type FileUse = {
  readonly path: string
  readonly use: 'read' | 'created' | 'changed'
  /** The ¶ of the last call that used it. */
  readonly number: number
}

/** The files that successful calls used, newest first. */
export function filesOf(messages: readonly NumberedMessage[]): readonly FileUse[] {
  const found = new Map<string, FileUse>()
  for (const touch of fileUses(messages)) {
    const before = found.get(touch.path)
    found.delete(touch.path)
    found.set(touch.path, { ...touch, use: strongerUse(before?.use, touch.use) })
  }
  return [...found.values()].toReversed()
}

/** Every use of a file by a tool, oldest first. */
export function fileUses(messages: readonly NumberedMessage[]): readonly FileUse[] {
  const failed = failedCalls(messages)
  return messages.flatMap(({ number, message }) =>
    message.parts.flatMap(part =>
      part.type !== 'tool-call' || failed.has(part.callId) ? [] : usesOf(part).map(touch => ({ ...touch, number })),
    ),
  )
}

function failedCalls(messages: readonly NumberedMessage[]): ReadonlySet<string> {
  const results = messages.flatMap(({ message }) => message.parts.filter(part => part.type === 'tool-result'))
  return new Set(results.filter(({ outcome }) => outcome !== 'ok').map(({ callId }) => callId))
}

type CallUse = Pick<FileUse, 'path' | 'use'>

function usesOf(call: ToolCallPart): readonly CallUse[] {
  const fields = fieldsOf(call.input)
  const patched = fields.flatMap(({ value }) => (typeof value === 'string' ? patchedFiles(value) : []))
  if (patched.length > 0) return patched
  const work = toolKind(call.name)
  if (work !== 'read' && work !== 'write') return []
  const path = pathIn(fields)
  if (path === null) return []
  if (work === 'read') return [{ path, use: 'read' }]
  // Tools that edit a file name what they replace; the others write it whole.
  const whole = fields.some(({ key }) => /^(?:content|file_?text|text)$/i.test(key))
  return [{ path, use: whole ? 'created' : 'changed' }]
}

const patchLine = /^\*\*\* (Add|Update|Delete) File: (.{1,400})$/gm

function patchedFiles(text: string): readonly CallUse[] {
  if (!text.includes('*** ')) return []
  return [...text.matchAll(patchLine)].map(([, verb, path]) => ({
    path: path!.trim(),
    use: verb === 'Add' ? 'created' : 'changed',
  }))
}

function pathIn(fields: readonly { readonly key: string; readonly value: Json }[]): string | null {
  const field = fields.find(
    ({ key, value }) =>
      /^(?:(?:file|notebook|target)?_?path|file_?name|file|uri)$/i.test(key) && typeof value === 'string',
  )
  return typeof field?.value === 'string' && field.value.length < 400 ? field.value : null
}

/** A file that existed before was not created. */
function strongerUse(before: FileUse['use'] | undefined, now: FileUse['use']): FileUse['use'] {
  if (before === undefined) return now
  if (now === 'read') return before
  return before === 'created' ? 'created' : 'changed'
}
