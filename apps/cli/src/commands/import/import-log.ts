import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which files were imported before, by content hash: importing a folder again imports only what is new. */
export type ImportLog = {
  readonly conversationOf: (hash: string) => string | null
  readonly record: (hash: string, conversation: string) => void
}

export function openImportLog(folder: string): ImportLog {
  const path = join(folder, 'imports.json')
  const known = new Map(Object.entries(read(path)))
  return {
    conversationOf: hash => known.get(hash) ?? null,
    record: (hash, conversation) => {
      known.set(hash, conversation)
      writeFileSync(path, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`, { mode: 0o600 })
    },
  }
}

/** A lost or damaged list only means that files are imported again. */
function read(path: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
