import { expect, test } from 'vitest'
import { providerRows } from './providers.ts'

const told = (variables: Record<string, string>, wishes = {}) =>
  providerRows(variables, wishes).map(({ name, variable, key, host, state }) => [name, variable, key, host, state])

test('W8 every provider says which variable brings its key, and whether it is set', () => {
  expect(told({ OPENAI_API_KEY: 'sk-of-a-test' })).toEqual([
    ['anthropic', 'ANTHROPIC_API_KEY', 'none', null, 'closed'],
    ['openai', 'OPENAI_API_KEY', 'environment', null, 'open'],
    ['google', 'GOOGLE_GENERATIVE_AI_API_KEY', 'none', null, 'closed'],
    ['openrouter', 'OPENROUTER_API_KEY', 'none', null, 'closed'],
    ['local', 'LOCAL_BASE_URL', 'none', null, 'closed'],
  ])
})

test('H6 another variable, a file, and servers of one’s own are told as they are', () => {
  const providers = {
    anthropic: { key_env: 'TEAM_KEY' },
    openai: { key_file: 'secrets/openai' },
    compatible: { ollama: { base_url: 'http://127.0.0.1:11434/v1', models: ['x'] } },
  }
  const rows = told({ TEAM_KEY: 'x', ANTHROPIC_API_KEY: '' }, { providers })
  expect(rows).toContainEqual(['anthropic', 'TEAM_KEY', 'environment', null, 'open'])
  expect(rows).toContainEqual(['openai', 'OPENAI_API_KEY', 'file', null, 'open'])
  expect(rows).toContainEqual(['ollama', null, 'none', '127.0.0.1:11434', 'open'])
  expect(rows.map(([name]) => name)).not.toContain('local')
})

test('S no key and no password is told', () => {
  const secret = 'hush-of-a-test'
  const rows = providerRows({ OPENAI_API_KEY: secret, LOCAL_BASE_URL: `http://me:${secret}@gpu:8000/v1/${secret}` })
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows).toContainEqual({
    name: 'local',
    variable: 'LOCAL_BASE_URL',
    key: 'none',
    host: 'gpu:8000',
    state: 'open',
    connected: false,
  })
})
