import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DraftStorage } from 'longhand/internal/client'

/** Stores drafts in a folder, one file each. Writing is asynchronous, so a slow disk never delays typing. */
export function draftFiles(folder: string): DraftStorage {
  const pathOf = (key: string) => join(folder, `${encodeURIComponent(key)}.txt`)
  /** Values that are not on disk yet; null deletes the file. */
  const waiting = new Map<string, string | null>()

  const put = (key: string, value: string | null) => {
    const isWriting = waiting.has(key)
    waiting.set(key, value)
    if (!isWriting) void write(key)
  }

  /** Writes until the disk holds what was put last. */
  const write = async (key: string) => {
    for (let written: string | null | undefined; waiting.get(key) !== written; ) {
      written = waiting.get(key)!
      // A failing disk must not keep anyone from typing.
      await replace(pathOf(key), written, folder).catch(() => {})
    }
    waiting.delete(key)
  }

  return {
    getItem: key => (waiting.has(key) ? waiting.get(key)! : read(pathOf(key))),
    setItem: put,
    removeItem: key => put(key, null),
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Atomic: a crash in the middle leaves the old text. */
async function replace(path: string, text: string | null, folder: string): Promise<void> {
  if (text === null) return rm(path, { force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
