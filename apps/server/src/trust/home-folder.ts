import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * The folder of ours in the person's home: their configuration, whom they trust and, unless told otherwise, their data.
 * An empty or relative HOME would put it into the working directory, where anybody's files may be.
 */
export function homeFolder(): string {
  const home = homedir()
  return join(isAbsolute(home) ? home : userInfo().homedir, '.longhand')
}
