import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LonghandError } from 'longhand'
import { realPath } from '../trust/fingerprint.ts'

export const configName = 'longhand.config.yaml'

/** The file that was named, which must exist, or the one of the folder, if there is one. Parent folders are not searched. */
export function findConfigFile(folder: string, wanted: string | null): string | null {
  if (wanted === null) {
    const path = join(realPath(folder) ?? resolve(folder), configName)
    return existsSync(path) ? path : null
  }
  const path = resolve(folder, wanted)
  if (existsSync(path)) return path
  throw new LonghandError('bad-config', `There is no file ${path}. Name another one, or leave it out.`)
}

/** The home configuration, unless that is the file that was found. */
export function findHomeFile(home: string, found: string | null): string | null {
  const path = join(home, configName)
  const own = statSync(path, { throwIfNoEntry: false })
  if (own === undefined) return null
  // It is trusted without a question, so nobody else may be able to write it. Windows has no such modes.
  const isForeign = own.uid !== process.getuid?.() && own.uid !== 0
  if (process.platform !== 'win32' && (isForeign || (own.mode & 0o002) !== 0))
    throw new LonghandError('bad-config', `${path} can be changed by others. Make it yours, and run: chmod 600 ${path}`)
  return found !== null && realPath(found) === realPath(path) && dirname(found) === realPath(home) ? null : path
}

/** The path relative to the working directory, where possible. */
export function shortName(file: string, folder: string): string {
  const here = [resolve(folder), realPath(folder)].find(place => place !== null && file.startsWith(`${place}/`))
  return here == null ? file : file.slice(here.length + 1)
}
