import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ConfigSources, noConfig, readConfig as read } from './read-config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longhand-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** With a home of its own: what the person who runs the tests has in theirs is not asked for. */
const readConfig = (sources: ConfigSources) => read({ home: join(folder, 'home'), ...sources })

const write = (text: string, name = 'longhand.config.yaml') => writeFileSync(join(folder, name), text)

test('H6 without a file there are only defaults', () => {
  expect(readConfig({ folder })).toEqual(noConfig)
})

test('H6 the environment wins over the file, and a flag over both; each value says where it came from', () => {
  write('preserve_count: 5\ncompact:\n  threshold: 0.6\n  target: 0.4\n  max_tokens: 900\n')
  const variables = { LONGHAND_COMPACT_TARGET: '0.3', LONGHAND_COMPACT_MAX_TOKENS: '800' }
  const { values, origins } = readConfig({ folder, variables, flags: { set: ['compact.max_tokens=700'], port: 8080 } })
  expect(values).toEqual({
    preserve_count: 5,
    compact: { threshold: 0.6, target: 0.3, max_tokens: 700 },
    server: { port: 8080 },
  })
  expect(origins).toEqual({
    preserve_count: 'longhand.config.yaml:1',
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

test('H6 the configuration at home holds under that of the folder, and a provider or a limit is taken as a whole', () => {
  mkdirSync(join(folder, 'home'))
  write(
    'model: a/home\ncompact: { threshold: 0.5, target: 0.4, model: a/small, retention_window: 8 }\nproviders: { openai: { key_file: key } }\n',
    'home/longhand.config.yaml',
  )
  write('compact: { threshold: 0.6, retention_tokens: 900 }\nproviders: { openai: { base_url: http://x/v1 } }\n')
  expect(readConfig({ folder })).toMatchObject({
    file: join(folder, 'longhand.config.yaml'),
    values: {
      model: 'a/home',
      compact: { threshold: 0.6, target: 0.4, model: 'a/small', retention_tokens: 900 },
      providers: { openai: { key_file: join(folder, 'home/key') } },
    },
    trust: { type: 'withheld' },
  })
  const named = readConfig({ folder, flags: { config: 'longhand.config.yaml' } })
  expect(named.values.providers).toEqual({ openai: { base_url: 'http://x/v1' } })
  expect(named.trust).toEqual({ type: 'named' })
})

test('S, H6 a file is not looked for in the folders above', () => {
  write('compact: { threshold: 0.6 }')
  mkdirSync(join(folder, 'deep'))
  expect(readConfig({ folder: join(folder, 'deep') })).toEqual(noConfig)
})

test('S, F6 what is no file, or too large, is refused before it is read', () => {
  spawnSync('mkfifo', [join(folder, 'longhand.config.yaml')])
  expect(() => readConfig({ folder })).toThrow(
    /longhand\.config\.yaml is not a file\. Put one there, or leave it out\./,
  )
  rmSync(join(folder, 'longhand.config.yaml'))
  writeFileSync(join(folder, 'longhand.config.yaml'), Buffer.alloc(1_000_000, 'x'))
  expect(() => readConfig({ folder })).toThrow('longhand.config.yaml is larger than 256 kB')
})

test('S a key like __proto__ is no key, and changes nothing else', () => {
  write('__proto__:\n  polluted: true\n')
  expect(() => readConfig({ folder })).toThrow('__proto__ is not a key')
  const set = () => readConfig({ folder: '/nowhere', flags: { set: ['__proto__.polluted=true'] } })
  expect(set).toThrow('__proto__ is not a key')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
