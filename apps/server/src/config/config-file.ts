import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LonghandError } from 'longhand'
import { realPath } from '../trust/fingerprint.ts'
import { maxChars } from './read-yaml.ts'

export const configName = 'longhand.config.yaml'

/** A file that somebody named must be there; the usual one may be. It is not looked for in the folders above. */
export function findConfigFile(folder: string, wanted: string | null): string | null {
  if (wanted === null) {
    const path = join(realPath(folder) ?? resolve(folder), configName)
    return existsSync(path) ? path : null
  }
  const path = resolve(folder, wanted)
  if (existsSync(path)) return path
  throw new LonghandError('bad-config', `There is no file ${path}. Name another one, or leave it out.`)
}

/** The home configuration, unless it is the very file that was found. */
export function findHomeFile(home: string, found: string | null): string | null {
  const path = join(home, configName)
  const own = statSync(path, { throwIfNoEntry: false })
  if (own === undefined) return null
  // It is trusted as it is; so nobody else may have written it. Windows has no such modes.
  const isForeign = own.uid !== process.getuid?.() && own.uid !== 0
  if (process.platform !== 'win32' && (isForeign || (own.mode & 0o002) !== 0))
    throw new LonghandError('bad-config', `${path} can be changed by others. Make it yours, and run: chmod 600 ${path}`)
  return found !== null && realPath(found) === realPath(path) && dirname(found) === realPath(home) ? null : path
}

/** The text of a configuration. */
export function readText(file: string): string {
  try {
    const found = statSync(file)
    // A pipe would never end, and a device may never either.
    if (!found.isFile()) throw new LonghandError('bad-config', `${file} is not a file. Put one there, or remove it.`)
    if (found.size > maxChars * 4)
      throw new LonghandError('bad-config', `${file}: The file is larger than ${maxChars / 1000} kB. Make it smaller.`)
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    throw new LonghandError('bad-config', `${file} cannot be read (${code}). Fix its permissions.`, { cause })
  }
}

/** The path relative to the working directory, where possible. */
export function shortName(file: string, folder: string): string {
  const here = [resolve(folder), realPath(folder)].find(place => place !== null && file.startsWith(`${place}/`))
  return here == null ? file : file.slice(here.length + 1)
}
