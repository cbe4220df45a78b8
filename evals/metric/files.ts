import type { Json } from '../../packages/longhand/src/core/json.ts'
import type { RecordedMessage } from '../corpus.ts'
import { entitiesOn, isFile } from './entities.ts'

/** The files that the calls of some messages created or changed, as entities; a call that was turned down did neither. */
export function filesModifiedIn(messages: readonly RecordedMessage[]): readonly string[] {
  const failed = new Set(messages.flatMap(({ toolCallId, meta }) => (meta?.isError ? [toolCallId] : [])))
  return messages.flatMap(({ toolCalls = [], ...message }) =>
    filesModified({ ...message, toolCalls: toolCalls.filter(({ id }) => !failed.has(id)) }),
  )
}

/** The files that a message's calls are to create or change. */
export function filesModified({ toolCalls = [] }: RecordedMessage): readonly string[] {
  return toolCalls.flatMap(({ name, args }) => (isEdit.test(name) ? editedPaths(args) : patchedPaths(args)))
}

const isEdit = /^(?:edit|multiedit|write|create|notebookedit|str_replace\w*|insert|edit_file|write_file)$/i

function editedPaths(args: Json): readonly string[] {
  if (typeof args !== 'object' || args === null) return []
  const paths = Object.entries(args).flatMap(([key, value]) =>
    isPathKey.test(key) && typeof value === 'string' ? [value] : [],
  )
  return paths.flatMap(asFile)
}

const isPathKey = /^(?:file_?path|path|notebook_path|filename|file)$/i

/** A patch names its files in its own lines, wherever in the arguments it stands. */
function patchedPaths(args: Json): readonly string[] {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return [...text.matchAll(/\*\*\* (?:Add|Update|Delete) File: ([^\n\\"]+)/g)].flatMap(([, path]) => asFile(path!))
}

const asFile = (path: string): readonly string[] => entitiesOn(path).filter(isFile).slice(0, 1)
