import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Our folder in the home directory: the configuration, the answers about trust and, by default, the data.
 * An empty or relative HOME would put it into the working directory, which others may control.
 */
export function homeFolder(): string {
  const home = homedir()
  return join(isAbsolute(home) ? home : userInfo().homedir, '.longhand')
}
