import type { Json } from '../../core/json.ts'
import type { ToolCallPart } from '../../core/message.ts'
import { toolKind } from '../../core/tool-kind.ts'
import { type FileChange, patchFiles } from './patch-files.ts'
import type { NumberedMessage } from './quote.ts'
import { scriptFiles } from './script-files.ts'
import { fieldsOf, scriptsIn } from './tool-call.ts'

/** A file that tools used, and the strongest thing done to it. */
export type FileUse = {
  readonly path: string
  readonly use: 'read' | FileChange['use']
  /** The ¶ of the last call that used it. */
  readonly number: number
}

/** The files that were used, newest first, without those that were made and deleted again. */
export function filesOf(uses: readonly FileUse[]): readonly FileUse[] {
  const found = new Map<string, FileUse>()
  for (const touch of uses) {
    const before = found.get(touch.path)
    found.delete(touch.path)
    if (before?.use === 'created' && touch.use === 'deleted') continue
    found.set(touch.path, { ...touch, use: strongerUse(before?.use, touch.use) })
  }
  return [...found.values()].toReversed()
}

/** Every use of a file by a successful call, oldest first. */
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
  const work = toolKind(call.name)
  const patched = fields.filter(({ key }) => !isContentKey(key)).flatMap(({ value }) => patchesIn(value))
  if (patched.length > 0) return patched
  if (work === 'run') return scriptsIn(call).flatMap(scriptFiles)
  if (work !== 'read' && work !== 'write') return []
  const path = pathIn(fields)
  if (path === null) return []
  if (work === 'read') return [{ path, use: 'read' }]
  // Tools that edit a file name what they replace; the others write it whole.
  return [{ path, use: fields.some(({ key }) => isContentKey(key)) ? 'created' : 'changed' }]
}

const isContentKey = (key: string): boolean => /^(?:content|file_?text|text)$/i.test(key)

const patchesIn = (value: Json): readonly FileChange[] =>
  (Array.isArray(value) ? value : [value]).flatMap(text => (typeof text === 'string' ? patchFiles(text) : []))

function pathIn(fields: readonly { readonly key: string; readonly value: Json }[]): string | null {
  const field = fields.find(
    ({ key, value }) =>
      /^(?:(?:file|notebook|target)?_?path|file_?name|file|uri)$/i.test(key) && typeof value === 'string',
  )
  return typeof field?.value === 'string' && field.value.length < 400 ? field.value : null
}

/** A file that existed before was not created, and one that is gone does not matter otherwise. */
function strongerUse(before: FileUse['use'] | undefined, now: FileUse['use']): FileUse['use'] {
  if (before === undefined) return now
  if (now === 'read') return before
  if (now === 'deleted') return now
  return before === 'created' ? before : 'changed'
}
