// npm run container: goes through every step of the Dockerfile and of compose.yaml on a machine without a container engine.
// Each stage is an overlay over this machine's own files, which stand in for the base images; nothing of it stays.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { buildImage } from './build-image.ts'
import { parseDockerfile } from './dockerfile.ts'

if (process.argv[2] === undefined) {
  const place = mkdtempSync(join(tmpdir(), 'longhand-container-'))
  const own = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const again = [process.execPath, import.meta.filename, place]
  const { status } = spawnSync('unshare', ['--mount', ...own, ...again], { stdio: 'inherit' })
  rmSync(place, { recursive: true, force: true })
  if (status === null) console.error('There is no unshare here: this needs Linux.')
  process.exit(status ?? 1)
}

// What is mounted from here on is seen by this process alone, and goes with it.
const place = process.argv[2]
run('mount', ['-t', 'tmpfs', '-o', 'size=6g', 'tmpfs', place])
mkdirSync(join(place, 'images'))
const stages = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const image = buildImage(stages, { context: root, place })
const next = join(import.meta.dirname, 'run-image.ts')
run('unshare', ['--net', process.execPath, next, place, JSON.stringify(image)])

function run(command: string, words: readonly string[]): void {
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
