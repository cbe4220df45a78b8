import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The flags of `apps/server/src/read-flags.ts`, for people. */
const help = `Usage: npm start -- [flags]

Installs what is missing, builds the page, and prints the address of the server. Ctrl-C stops it without losing anything.

  --port NUMBER      the port (default: PORT, else 3210 or the next free one)
  --host NAME        the host name to listen on (default: HOST, else 127.0.0.1)
  --data FOLDER      where the data is (default: LONGHAND_DATA, else ~/.longhand)
  --config FILE      use this configuration file
  --set KEY=VALUE    override a value of the configuration, such as compact.threshold=0.7; can be repeated
  -h, --help         show this help
  -v, --version      show the version

Every key is described in docs/configuration.md.`

/**
 * What `npm start` answers without starting anything, or null.
 * @param {readonly string[]} args
 * @returns {string | null}
 */
export function startHelp(args) {
  if (args.includes('--help') || args.includes('-h')) return help
  if (!args.includes('--version') && !args.includes('-v')) return null
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}
