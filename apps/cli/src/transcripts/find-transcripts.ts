import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LonghandError } from 'longhand'
import * as wording from '../words/files.ts'

/** The files that may be transcripts: those that are named, and in folders those whose names say so. */
export async function findTranscripts(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    if (path === '-') found.push(path)
    else found.push(...((await isFolder(path)) ? await filesIn(path) : [path]))
  }
  return [...new Set(found)]
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(cause => {
    throw new LonghandError('not-found', wording.noFileOrFolder(path), { cause })
  })
  return found.isDirectory()
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && /\.(?:(?:jsonl?|ndjson)(?:\.gz)?|zip)$/i.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()
}
