import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { programsIn, runPrograms, understand } from './programs.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'))
  writeFileSync(join(folder, 'core.ts'), 'export async function run(args) { globalThis.ran = args }')
  writeFileSync(join(folder, 'tokens.ts'), 'export const run = () => {}')
  writeFileSync(join(folder, 'shared.ts'), 'export const runner = 1')
  writeFileSync(join(folder, 'core.test.ts'), 'export function run() {}')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
  process.exitCode = 0
})

test('a program is a file that exports run', () => {
  expect(programsIn(folder)).toEqual(['core', 'tokens'])
})

test.each([
  [['core', 'tokens', '--json', 'x'], { type: 'run', names: ['core', 'tokens'], args: ['--json', 'x'] }],
  [[], { type: 'list', unknown: [] }],
  [['--json'], { type: 'list', unknown: [] }],
  [['core', 'tokns'], { type: 'list', unknown: ['tokns'] }],
] as const)('%j means %j', (line, request) => {
  expect(understand(line, ['core', 'tokens'])).toEqual(request)
})

test('a named program gets the arguments after the names', async () => {
  await runPrograms(folder, ['core', '--corpus', 'here'])
  expect(globalThis).toHaveProperty('ran', ['--corpus', 'here'])
})

test('an unknown name is answered with the list and a failing exit code', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await runPrograms(folder, ['crore'])
  expect(said.mock.calls).toEqual([['There is no crore. Name one or more of: core, tokens.']])
  expect(process.exitCode).toBe(1)
  said.mockRestore()
})

test('an option that a program does not know is answered with a sentence', async () => {
  const parse = `import { parseArgs } from 'node:util'\nexport const run = args => { parseArgs({ args, options: {} }) }`
  writeFileSync(join(folder, 'strict.ts'), parse)
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await runPrograms(folder, ['strict', '--sotre'])
  expect(said.mock.calls).toEqual([["Unknown option '--sotre'"]])
  expect(process.exitCode).toBe(1)
  said.mockRestore()
})
