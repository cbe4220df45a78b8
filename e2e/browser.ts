import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A Chromium for the tests: the one named by `CHROMIUM_PATH`, the system's, or the one that came with the packages. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') return named
  return systemChromium() ?? (process.arch === 'x64' ? await shippedChromium() : debianChromium())
}

const systemChromium = (): string | undefined =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => existsSync(path))

/** Unpacks the Chromium inside `@sparticuz/chromium`, once per version. */
async function shippedChromium(): Promise<string> {
  const packed = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(readFileSync(packed, 'utf8')) as { version: string }
  const cache = join(import.meta.dirname, '../node_modules/.cache')
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true })
    const aside = mkdtempSync(join(cache, 'chromium-'))
    await unpackInto(aside)
    moveUnlessThere(aside, home)
  }
  return join(home, 'chromium')
}

/** The package unpacks into the temporary folder and takes any `chromium` it finds there, so it gets one of its own. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  const { default: chromium } = await import('@sparticuz/chromium')
  await chromium.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
}

/** Another process may have unpacked the same version meanwhile; then ours is not needed. */
function moveUnlessThere(aside: string, home: string): void {
  try {
    renameSync(aside, home)
  } catch (error) {
    if (!existsSync(home)) throw error
    rmSync(aside, { recursive: true })
  }
}

/** The packages hold a Chromium for x64 alone. In a Debian container, where one is root, the distribution's is fetched. */
function debianChromium(): string {
  if (process.getuid?.() === 0) {
    console.log('Installing Debian’s chromium for the browser tests…')
    spawnSync('apt-get', ['-qq', 'update'], { stdio: 'inherit' })
    spawnSync('apt-get', ['-qq', 'install', '--yes', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
  }
  const path = systemChromium()
  if (path !== undefined) return path
  throw new Error(
    `No Chromium for ${process.platform} ${process.arch} comes with the packages. ` +
      'Install one (on Debian: apt-get install chromium) or name one in CHROMIUM_PATH.',
  )
}
