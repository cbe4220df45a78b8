import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shelf } from 'longhand/client'

/** A shelf for drafts in a folder: one file each, written at every change, so that a crash loses no letter. */
export function fileShelf(folder: string): Shelf {
  const pathOf = (key: string) => join(folder, `${encodeURIComponent(key)}.txt`)
  return {
    getItem: key => {
      try {
        return readFileSync(pathOf(key), 'utf8')
      } catch {
        return null
      }
    },
    setItem: (key, value) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(pathOf(key), value, { mode: 0o600 })
    },
    removeItem: key => rmSync(pathOf(key), { force: true }),
  }
}
