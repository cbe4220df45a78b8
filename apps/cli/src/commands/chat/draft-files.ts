import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DraftStorage } from 'longhand/internal/client'

/** A shelf for drafts in a folder, one file each. The disk follows the hand, so that a slow one makes no letter late. */
export function draftFiles(folder: string): DraftStorage {
  const pathOf = (key: string) => join(folder, `${encodeURIComponent(key)}.txt`)
  /** What is not known to be on the disk yet; null is to go from it. */
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
      // A disk that takes no drafts must not keep anyone from writing.
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

/** Whole or not at all: whoever dies in the middle leaves the text as it was. */
async function replace(path: string, text: string | null, folder: string): Promise<void> {
  if (text === null) return rm(path, { force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
