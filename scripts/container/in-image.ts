import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** Where a program runs, and as whom. */
export type InImage = {
  readonly root: string
  readonly user: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

type Writable = { readonly upper: string; readonly work: string }

/** Mounts layers, the last one first, as the root of an image; read-only when nothing is to be written. */
export function mountImage(place: string, layers: readonly string[], writable: Writable | null): string {
  const root = mkdtempSync(join(place, 'root-'))
  const lower = `lowerdir=${layers.join(':')}`
  const options = writable === null ? lower : `${lower},upperdir=${writable.upper},workdir=${writable.work}`
  mount(['-t', 'overlay', '-o', options, 'overlay', root])
  for (const folder of ['proc', 'dev']) mount(['--rbind', `/${folder}`, join(root, folder)])
  return root
}

/** Mounts a folder that can be written: one that stays, or memory. */
export function mountFolder(root: string, folder: string, source: string | null): void {
  if (source !== null) mkdirSync(source, { recursive: true })
  mount([...(source === null ? ['-t', 'tmpfs', 'tmpfs'] : ['--bind', source]), join(root, folder)])
}

function mount(words: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${words.join(' ')}: ${stderr}`)
}

/** Runs a program to its end; throws with what it said when it fails. */
export function runInImage(image: InImage, words: readonly string[]): string {
  const [command, all] = commandOf(image, words)
  const { status, stdout, stderr } = spawnSync(command, all, { encoding: 'utf8', maxBuffer: 64_000_000 })
  if (status !== 0)
    throw new Error(`${words.join(' ')} ended with ${status}:\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`)
  return stdout
}

/** Starts a program that goes on. */
export function startInImage(image: InImage, words: readonly string[], options: SpawnOptions): ChildProcess {
  const [command, all] = commandOf(image, words)
  return spawn(command, all, options)
}

/** Nothing of this machine's environment gets in, and a person without rights gets none back. */
function commandOf({ root, user, cwd, env }: InImage, words: readonly string[]): [string, string[]] {
  const all = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin', HOME: user === 'root' ? '/root' : '/tmp', ...env }
  const pairs = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', cwd, ...words]
  return ['env', ['-i', ...pairs, 'chroot', root, ...(user === 'root' ? [] : withoutRights), ...inFolder]]
}

const withoutRights = [
  ...['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'],
]
