import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { watchTerminal } from '../apps/cli/src/testing/watched-terminal.ts'
import { measureImports } from './pack-imports.ts'
import { bundleForBrowsers, bundleWithoutPackages, measureInstalls, openWithoutPackages } from './pack-installs.ts'
import { renderWithVersions } from './pack-react.ts'
import { tryVersions } from './pack-versions.ts'
import { root } from './root.mjs'

// Installs the packed library and app in an empty folder with an empty cache, and uses them as somebody else would.
const { values, positionals } = parseArgs({
  options: { corpus: { type: 'string', default: '../shared/corpus' } },
  allowPositionals: true,
})
const [library = '', app = ''] = positionals
const corpus = resolve(root, values.corpus)
const folder = mkdtempSync(join(tmpdir(), 'longhand-try-'))
const cache = mkdtempSync(join(tmpdir(), 'longhand-cache-'))
// Beside the other folder: Node looks for packages further out too.
const installs = mkdtempSync(join(tmpdir(), 'longhand-installs-'))
const env = {
  // Nothing of the repository but the Node that runs this.
  ...process.env,
  PATH: [
    dirname(process.execPath),
    ...(process.env.PATH ?? '').split(delimiter).filter(place => !place.startsWith(root)),
  ].join(delimiter),
  npm_config_cache: cache,
  LONGHAND_DATA: join(folder, 'data'),
}
/** Ours that is installed here: by its path, because the name alone could be fetched from a registry. */
const longhand = join(folder, 'node_modules/.bin/longhand')
const trial = { library, folder: installs, env }

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  await step('install with an empty cache', () => run('npm', ['install', '--no-audit', '--no-fund', library, app]))
  await step('longhand --version', () => run(longhand, ['--version']))
  await step('longhand, in a terminal, to the list', terminal)
  await step('longhand compact, a recorded conversation', async () => run(longhand, ['compact', largest()]))
  await step('longhand import, a folder of them', async () => run(longhand, ['import', sample()]))
  await step('longhand serve, the page, a message found', serve)
  await step('a project of somebody else: types and a run', project)
  await step('what the library adds to an app', async () => `\n${measureInstalls(trial)}`)
  await step('what the library adds to its start', async () => `\n${measureImports(trial)}`)
  await step('the versions of the AI SDK', async () => `\n${await tryVersions(trial)}`)
  await step('the versions of React', () => renderWithVersions(trial))
  await step('doors without their packages', async () => openWithoutPackages(trial))
  await step('the React parts without theirs', () => bundleWithoutPackages(trial))
  await step('the core in a browser', () => bundleForBrowsers(trial))
  await step('attw: types are found by all who load ES modules', () =>
    run('npx', ['-y', '@arethetypeswrong/cli', '--profile', 'esm-only', library]),
  )
} finally {
  for (const place of [folder, cache, installs]) rmSync(place, { recursive: true, force: true })
}

/** Does one thing, and tells how long it took and what it said first: a line, or the table below it. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  const from = performance.now()
  const said = await work()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  const shown = said.startsWith('\n|') ? said : said.trim().split('\n').at(0)
  console.log(`✓ ${seconds.padStart(5)} s  ${name}: ${shown}`)
}

async function run(command: string, words: readonly string[]): Promise<string> {
  const child = spawn(command, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

async function terminal(): Promise<string> {
  const shown = watchTerminal({ args: [longhand], folder, env })
  await shown.sees('Sample conversation')
  shown.type('q')
  return `ended with ${await shown.ended}`
}

/** The file that says most. */
function largest(): string {
  const sizes = files().map(file => ({ file, size: readFileSync(join(corpus, file)).length }))
  return join(corpus, sizes.toSorted((a, b) => b.size - a.size)[0]!.file)
}

function files(): readonly string[] {
  if (existsSync(corpus))
    return readdirSync(corpus)
      .filter(file => file.endsWith('.json.gz'))
      .toSorted()
  throw new Error(`There are no recorded conversations in ${corpus}. Name a folder with --corpus.`)
}

function few(): readonly string[] {
  return files().slice(0, 5)
}

/** A folder with a few of them. */
function sample(): string {
  const place = join(folder, 'transcripts')
  mkdirSync(place)
  for (const file of few()) copyFileSync(join(corpus, file), join(place, file))
  return place
}

/** A message of a person in one of them, so short that an excerpt shows all of it. */
function shortMessage(): string {
  for (const file of few()) {
    const { messages } = JSON.parse(gunzipSync(readFileSync(join(corpus, file))).toString())
    for (const { role, content, meta } of messages)
      if (role === 'user' && meta?.kind === undefined && /^[a-z]+( [a-z]+){7,}$/i.test(content) && content.length < 150)
        return content
  }
  throw new Error(`Nobody says little and in plain words in ${few().join(', ')}.`)
}

async function serve(): Promise<string> {
  const server = spawn(longhand, ['serve', '--json', '--port', '0'], { cwd: folder, env, detached: true })
  try {
    const [line] = await once(createInterface(server.stdout), 'line')
    const { url } = JSON.parse(line)
    const page = await (await fetch(url)).text()
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? ''
    const { status, headers } = await fetch(new URL(script, url))
    if (status !== 200 || !headers.get('content-type')?.includes('javascript'))
      throw new Error(`The page has no script:\n${page}`)
    const authorization = `Bearer ${readFileSync(join(env.LONGHAND_DATA, 'token'), 'utf8').trim()}`
    const words = shortMessage()
    const hits = await (
      await fetch(`${url}/api/search?q=${encodeURIComponent(words)}`, { headers: { authorization } })
    ).json()
    if (!hits.some(({ excerpt }: { excerpt: string }) => excerpt.toLowerCase().includes(words.toLowerCase())))
      throw new Error(`“${words}” was not found: ${JSON.stringify(hits)}`)
    return `page and script load, and a message is found: ${hits.length} hits`
  } finally {
    // npx hands no signal on; the whole group gets it.
    process.kill(-server.pid!, 'SIGTERM')
    await once(server, 'close')
  }
}

async function project(): Promise<string> {
  const needed = ['typescript@7', '@types/node@24', '@types/react', 'react', 'react-dom', 'streamdown', 'virtua', 'ai']
  for (const file of ['use.mts', 'tsconfig.json'])
    copyFileSync(join(root, 'scripts/consumer', file), join(folder, file))
  await run('npm', ['install', '--no-audit', '--no-fund', ...needed])
  await run('npx', ['tsc', '-p', '.'])
  return run('node', ['use.mts'])
}
