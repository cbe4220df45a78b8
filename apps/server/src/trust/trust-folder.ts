import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LonghandError } from 'longhand'
import { configName } from '../config/config-file.ts'
import { readConfig } from '../config/read-config.ts'
import { realPath } from './fingerprint.ts'
import type { FolderTrust } from './folder-trust.ts'

/** Whether a folder is trusted, independent of the working directory and LONGHAND_CONFIG. */
export function trustOf(folder: string, variables: NodeJS.ProcessEnv): FolderTrust {
  const place = realPath(folder)
  if (place === null) throw new LonghandError('bad-config', `There is no folder ${folder}. Check the name.`)
  if (!existsSync(join(place, configName)))
    throw new LonghandError('bad-config', `There is no ${configName} in ${folder}, so there is nothing to trust.`)
  const { LONGHAND_CONFIG: _, ...others } = variables
  return readConfig({ folder: place, variables: others }).trust
}
