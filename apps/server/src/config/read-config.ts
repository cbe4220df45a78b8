import { dirname, resolve } from 'node:path'
import { realPath } from '../trust/fingerprint.ts'
import { decideTrust, type FolderTrust } from '../trust/folder-trust.ts'
import { homeFolder } from '../trust/home-folder.ts'
import { checkConfig } from './check-config.ts'
import { type ConfigEntry, keyOf } from './config-entry.ts'
import { findConfigFile, findHomeFile, shortName } from './config-file.ts'
import type { ConfigValues } from './config-schema.ts'
import { isPathKey } from './key-permissions.ts'
import { isSection, overlayFolder, splitByTrust } from './layers.ts'
import { readConfigFile } from './read-file.ts'
import { maxChars, readYaml } from './read-yaml.ts'
import { type ConfigFlags, userValues } from './user-values.ts'

/** What is in force, and where each value came from when it is not the default. */
export type Config = {
  /** The file that was read: the named one, that of the working directory, or the one at home. */
  readonly file: string | null
  readonly values: ConfigValues
  /** By key, as `compact.threshold`: `longhand.config.yaml:12`, `LONGHAND_MODEL`, `--port`. */
  readonly origins: Readonly<Record<string, string>>
  /** By key: the folder of the file that holds it, in which a program that it names is started. */
  readonly folders: Readonly<Record<string, string>>
  /** Whether all of the file is in force. */
  readonly trust: FolderTrust
}

/** Where a configuration is looked for. */
export type ConfigSources = {
  /** The folder of the file when none is named. */
  readonly folder?: string
  /** The folder of the home configuration and of what people trust. */
  readonly home?: string
  readonly variables?: NodeJS.ProcessEnv
  readonly flags?: ConfigFlags
}

/** Nothing but defaults. */
export const noConfig: Config = { file: null, values: {}, origins: {}, folders: {}, trust: { type: 'not-needed' } }

/**
 * H6 the file at home, then that of the working directory, then the environment, then flags; the later one wins, key by
 * key. Of a file that was neither named nor approved, only the harmless keys count.
 */
export function readConfig(sources: ConfigSources): Config {
  const { folder = process.cwd(), home = homeFolder(), variables = {}, flags = {} } = sources
  const wanted = (flags.config ?? variables.LONGHAND_CONFIG)?.trim() || null
  const file = findConfigFile(folder, wanted)
  const ownFile = findHomeFile(home, file)
  const own = ownFile === null ? [] : readFile(ownFile, folder)
  const theirs = file === null ? [] : readFile(file, folder)
  const person = userValues(variables, flags).map(given => ({ ...given, folder }))
  const trust = trustIn()
  const inForce = trust.type === 'withheld' ? splitByTrust(theirs).harmless : theirs
  const given = [...overlayFolder(own, inForce), ...person]
  const values = checkConfig(given)
  const plain = given.filter(one => !isSection(one))
  return {
    file: file ?? ownFile,
    values,
    origins: Object.fromEntries(plain.map(({ path, origin }) => [keyOf(path), origin])),
    folders: Object.fromEntries(plain.map(one => [keyOf(one.path), one.folder])),
    trust,
  }

  function trustIn(): FolderTrust {
    if (file === null) return { type: 'not-needed' }
    if (wanted !== null) return { type: 'named' }
    const place = dirname(file)
    if (place === realPath(home)) return { type: 'not-needed' }
    // Mistakes are reported before anyone is asked to trust the file.
    checkConfig(theirs)
    return decideTrust(splitByTrust(theirs).privileged, { folder: place, file, home, variables })
  }
}

/** An entry, and the folder that its paths are relative to. */
type Placed = ConfigEntry & { readonly folder: string }

function readFile(file: string, folder: string): readonly Placed[] {
  const text = readConfigFile(file, { maxBytes: maxChars * 4 })
  return readYaml(text, shortName(file, folder)).map(placeIn(dirname(file)))
}

/** Paths are relative to the file, and `~` is the person's home. */
const placeIn =
  (folder: string) =>
  (given: ConfigEntry): Placed => {
    const { path, value } = given
    if (!isPathKey(path) || typeof value !== 'string') return { ...given, folder }
    return {
      ...given,
      folder,
      value: resolve(
        folder,
        value.replace(/^~(?=[/\\]|$)/, () => dirname(homeFolder())),
      ),
    }
  }
