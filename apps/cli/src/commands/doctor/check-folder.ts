import { constants } from 'node:fs'
import { access, mkdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '@longhand/server/environment'
import * as wording from '../../words/doctor.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Below this the database will soon fail to write. */
const minFreeBytes = 500 * 1024 * 1024

/** The data folder: it exists, is writable, has free space, and its token is private. */
export async function checkFolder({ folder }: Environment): Promise<readonly Finding[]> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fix = wording.chooseFolder
    return [problem(wording.folderCheck, wording.cannotBeUsed(folder, code), fix)]
  }
  return [await checkSpace(folder), ...(await checkToken(folder))]
}

async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const figure = wording.gigabytesFree(folder, (free / 1024 ** 3).toFixed(1))
  if (free < minFreeBytes) return problem(wording.folderCheck, `${figure}.`, wording.makeRoom)
  return ok(wording.folderCheck, figure)
}

async function checkToken(folder: string): Promise<readonly Finding[]> {
  const path = join(folder, 'token')
  const found = await stat(path).catch(() => null)
  if (found === null || process.platform === 'win32' || (found.mode & 0o077) === 0) return []
  return [note(wording.token, wording.readableByOthers(path), wording.makePrivate(path))]
}
