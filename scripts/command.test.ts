import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from './command.mjs'
import { root } from './root.mjs'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a TypeScript file runs under the Node of the packages, with its arguments, in the root of the repository', async () => {
  const child = script(
    'run.mjs',
    program(
      'const said: string[] = [process.version, process.cwd(), ...process.argv.slice(2)]; console.log(JSON.stringify(said))',
    ),
    'a b',
    '--c',
  )
  expect(JSON.parse(await text(child.stdout))).toEqual([process.version, join(root, '.'), 'a b', '--c'])
  expect(child.exitCode ?? (await once(child, 'close'))[0]).toBe(0)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the program once, and its exit code is ours',
  async signal => {
    const child = script(
      'run.mjs',
      program(`
    process.on('${signal}', () => { console.log('${signal}'); setTimeout(() => process.exit(3), 200) })
    setInterval(() => {}, 1000)
    console.log('ready')`),
    )
    await once(child.stdout, 'data')
    const rest = text(child.stdout)
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([3, null])
    expect(await rest).toBe(`${signal}\n`)
  },
)

test('a captured run gives its exit code and everything it said', async () => {
  const run = capture(
    ['-e', 'console.log("out"); console.error("err"); console.log(process.env.MORE); process.exit(7)'],
    { MORE: 'more' },
  )
  const { code, output } = await run
  expect(code).toBe(7)
  expect(output.split('\n').toSorted()).toEqual(['', 'err', 'more', 'out'])
})

test('a captured run that is killed has failed', async () => {
  expect((await capture(['-e', 'process.kill(process.pid, "SIGKILL")'])).code).toBe(128 + 9)
})

test('npm test runs the stages that are named and ends with the sum', async () => {
  const child = script('test.mjs', 'lockfile')
  expect(await text(child.stdout)).toMatch(/^✓ lockfile +[\d.]+ s {2}1 passed, 0 failed\n\n1 passed, 0 failed\n$/)
})

test('npm test answers an unknown stage with the list', async () => {
  const child = script('test.mjs', 'tpyes')
  expect(await text(child.stderr)).toBe(
    'There is no stage tpyes. Name one or more of: lockfile, types, lint, units, web, browser.\n',
  )
  expect(child.exitCode ?? (await once(child, 'close'))[0]).toBe(1)
})

function program(code: string): string {
  const path = join(folder, `${Math.random()}.ts`)
  writeFileSync(path, code)
  return path
}

const script = (name: string, ...args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [join(root, 'scripts', name), ...args])
