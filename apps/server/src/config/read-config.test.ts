import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longhand-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (text: string, name = 'longhand.config.yaml') => writeFileSync(join(folder, name), text)

test('H6 without a file there are only defaults', () => {
  expect(readConfig({ folder })).toEqual({ file: null, values: {}, origins: {} })
})

test('H6 the environment wins over the file, and a flag over both; each value says where it came from', () => {
  write('model: openai/gpt-5\ncompact:\n  threshold: 0.6\n  target: 0.4\n  max_tokens: 900\n')
  const variables = { LONGHAND_COMPACT_TARGET: '0.3', LONGHAND_COMPACT_MAX_TOKENS: '800' }
  const { values, origins } = readConfig({ folder, variables, flags: { set: ['compact.max_tokens=700'], port: 8080 } })
  expect(values).toEqual({
    model: 'openai/gpt-5',
    compact: { threshold: 0.6, target: 0.3, max_tokens: 700 },
    server: { port: 8080 },
  })
  expect(origins).toEqual({
    model: 'longhand.config.yaml:1',
    'compact.threshold': 'longhand.config.yaml:3',
    'compact.target': 'LONGHAND_COMPACT_TARGET',
    'compact.max_tokens': '--set',
    'server.port': '--port',
  })
})

test('H6 a file is found by flag, then by LONGHAND_CONFIG, and must be there when it is named', () => {
  write('model: a/one', 'one.yaml')
  write('model: a/two', 'two.yaml')
  const variables = { LONGHAND_CONFIG: join(folder, 'one.yaml') }
  expect(readConfig({ folder, variables }).values.model).toBe('a/one')
  expect(readConfig({ folder, variables, flags: { config: 'two.yaml' } }).values.model).toBe('a/two')
  expect(() => readConfig({ folder, flags: { config: 'three.yaml' } })).toThrow(/There is no file .*three\.yaml/)
})

test.each([
  [{ variables: { PORT: 'http' } }, 'PORT: server.port is "http"; it must be a number from 0 to 65535.'],
  [
    { variables: { LONGHAND_COMPACT_THRESHOLD: '80' } },
    'LONGHAND_COMPACT_THRESHOLD: compact.threshold is 80; it must be',
  ],
  [{ flags: { set: ['compact.treshold=0.5'] } }, '--set: compact.treshold is not a key. Did you mean threshold?'],
  [{ flags: { set: ['threshold'] } }, '--set threshold must be key=value'],
])('H6 %o is refused: %s', (sources, sentence) => {
  expect(() => readConfig({ folder, ...sources })).toThrow(sentence)
})
