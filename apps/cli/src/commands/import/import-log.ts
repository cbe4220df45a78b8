import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ImportLog = ReturnType<typeof openImportLog>

/** Which files were imported before, by content hash: importing a folder again imports only what is new. */
export function openImportLog(folder: string) {
  const path = join(folder, 'imports.json')
  const known = new Map(Object.entries(read(path)))
  return {
    conversationOf: (hash: string): string | null => known.get(hash) ?? null,
    record: (hash: string, conversation: string): void => {
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
