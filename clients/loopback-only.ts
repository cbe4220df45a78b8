import { spawnSync } from 'node:child_process'
import { argv, execPath, platform } from 'node:process'

const inside = 'LONGHAND_CLIENTS_ALONE'

/**
 * Runs this program again where there is no network but loopback, and returns its exit code; null when it runs there
 * already, or the system cannot do that: then the agents' requests to elsewhere go to a closed port.
 */
export function rerunAlone(): number | null {
  if (process.env[inside] === '1') return null
  const unshare = ['-r', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  if (platform !== 'linux' || spawnSync('unshare', [...unshare, 'true']).status !== 0) {
    console.error(
      '! There is no network of its own to be had here: the agents have this machine’s, behind a closed proxy.',
    )
    return null
  }
  const env = { ...process.env, [inside]: '1' }
  return spawnSync('unshare', [...unshare, execPath, ...argv.slice(1)], { stdio: 'inherit', env }).status ?? 1
}

/** Where nothing listens: what does not go to this machine goes nowhere. */
export const closedProxy = {
  ...{ HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' },
  ...{ NO_PROXY: '127.0.0.1,localhost' },
}
