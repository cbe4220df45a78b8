import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '@longhand/server/environment'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkKeys } from './check-keys.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longhand-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const findings = (variables: NodeJS.ProcessEnv = {}) =>
  checkKeys(variables, { ...readEnvironment({ LONGHAND_DATA: folder, LONGHAND_CONFIG: configIn(folder) }), folder })

function configIn(folder: string): string {
  const path = join(folder, 'longhand.config.yaml')
  writeFileSync(path, '{}')
  return path
}

test('W9 doctor names what was connected on the page and the file that holds it, without a key', () => {
  expect(findings()).toMatchObject([{ status: 'note', fix: expect.stringContaining('Connect a model on the page') }])
  const path = join(folder, 'connections.json')
  const connection = { name: 'openai', key: 'sk-of-a-test', baseURL: null, models: ['gpt-5-mini'] }
  writeFileSync(path, JSON.stringify({ connections: [connection] }), { mode: 0o600 })
  expect(findings()).toEqual([{ check: 'Keys', status: 'ok', message: `openai, connected on the page, in ${path}` }])
  expect(findings({ ANTHROPIC_API_KEY: 'x' }).map(({ message }) => message)).toEqual([
    'ANTHROPIC_API_KEY',
    `openai, connected on the page, in ${path}`,
  ])
  writeFileSync(path, '{')
  expect(findings().at(-1)).toMatchObject({ status: 'problem', message: expect.stringContaining('cannot be read') })
})
