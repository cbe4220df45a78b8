import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildLibrary } from '../pack-library.mjs'
import { root } from '../root.mjs'
import { table } from '../table.ts'
import { answerOfProgram, answerOfServer } from './answer.ts'
import { type Target, targets } from './targets.ts'

// npm run bundlers [-- NAME…]: bundles a program that folds a conversation with each tool, with the library as it is packed,
// runs the bundle where it belongs, and compares what it answers with the same program unbundled.
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !targets.some(target => target.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. Name one or more of: ${targets.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

type Outcome = { readonly name: string; readonly result: 'passed' | 'failed' | 'skipped'; readonly why: string }

const place = mkdtempSync(join(tmpdir(), 'longhand-bundlers-'))
try {
  const library = await packed()
  const outcomes: Outcome[] = []
  for (const target of targets.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    console.error(`${target.name} …`)
    outcomes.push({ name: target.name, ...(await tried(target, library)) })
  }
  console.log(
    `\n${table(
      ['bundler', 'result', ''],
      outcomes.map(({ name, result, why }) => [name, result, why]),
    )}`,
  )
  const count = (result: Outcome['result']): number => outcomes.filter(outcome => outcome.result === result).length
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  process.exitCode = count('failed') > 0 ? 1 : 0
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** The file that npm would publish. */
async function packed(): Promise<string> {
  const folder = await buildLibrary()
  const { stdout } = must('npm', ['pack', folder, '--json', '--pack-destination', place], place)
  return join(place, JSON.parse(stdout)[0].filename)
}

async function tried(target: Target, library: string): Promise<Omit<Outcome, 'name'>> {
  const cwd = join(place, target.name.replaceAll(/\W+/g, '-'))
  const { folder, tool, shared = [] } = target
  for (const from of [folder, 'handler.mjs', 'print.mjs', ...shared])
    cpSync(join(root, 'scripts/bundlers', from), from.includes('.') ? join(cwd, from) : cwd, { recursive: true })
  // Not `npm ci`: it refuses a lockfile that lacks a binary for another platform, which a registry may not have.
  const installed = run('npm', ['install', '--no-audit', '--no-fund'], cwd)
  const version = installed.status === 0 ? run(join(cwd, 'node_modules/.bin', tool), ['--version'], cwd) : installed
  if (version.status !== 0) return { result: 'skipped', why: `does not install here: ${errorLine(version)}` }
  try {
    must('npm', ['install', '--no-save', '--no-audit', '--no-fund', library], cwd)
    const expected = await answerOfProgram(process.execPath, [join(cwd, 'print.mjs')], cwd)
    const answer = await answerOf(target, cwd)
    if (answer !== expected) throw new Error(`It answers ${answer} instead of ${expected}`)
    return { result: 'passed', why: `${tool} ${/\d+\.\d+\.\d+/.exec(version.stdout)?.[0]}` }
  } catch (error) {
    return { result: 'failed', why: (error as Error).message.replaceAll('\n', ' ').slice(0, 300) }
  }
}

/** Builds the bundle, takes the library away, so that only what is in the bundle can answer, and asks. */
function answerOf({ tool, build, start, serves }: Target, cwd: string): Promise<string> {
  const bin = (name: string): string => join(cwd, 'node_modules/.bin', name)
  if (build !== null) {
    must(bin(tool), build, cwd)
    rmSync(join(cwd, 'node_modules/longhand'), { recursive: true })
  }
  const [command, ...words] = start
  const program = command === 'node' ? process.execPath : bin(command!)
  return serves === null ? answerOfProgram(program, words, cwd) : answerOfServer(program, { words, cwd, path: serves })
}

function must(command: string, words: readonly string[], cwd: string) {
  const done = run(command, words, cwd)
  if (done.status !== 0) throw new Error(`${command} ${words.join(' ')}: ${done.stdout}${done.stderr}`)
  return done
}

function run(command: string, words: readonly string[], cwd: string) {
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false' }
  return spawnSync(command, words, { cwd, encoding: 'utf8', env: { ...process.env, ...quiet } })
}

function errorLine({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}${stderr}`.split('\n').find(line => /error/i.test(line)) ?? 'no reason given'
}
