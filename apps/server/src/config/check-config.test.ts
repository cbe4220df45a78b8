import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'
import { readYaml } from './read-yaml.ts'

const file = 'longhand.config.yaml'
const sentenceOf = (text: string): string => {
  try {
    checkConfig(readYaml(text, file))
  } catch (error) {
    return (error as Error).message
  }
  return 'It was taken.'
}

test.each([
  // What is written, and what is said about it.
  ['compact:\n  treshold: 0.8', '2: compact.treshold is not a key. Did you mean threshold?'],
  [
    'compact:\n  max_tokens: 2000\n  retention_windw: 6',
    '3: compact.retention_windw is not a key. Did you mean retention_window?',
  ],
  ['compcat:\n  max_tokens: 2000', '1: compcat is not a key. Did you mean compact?'],
  ['\n\nmodle: anthropic/claude-sonnet-4-5', '3: modle is not a key. Did you mean model?'],
  [
    'compact:\n  threshold: 80',
    '2: compact.threshold is 80; it must be a share above 0 and at most 1, such as 0.8 for 80%.',
  ],
  [
    'compact:\n  threshold: 80%',
    '2: compact.threshold is "80%"; it must be a share above 0 and at most 1, such as 0.8 for 80%.',
  ],
  [
    'compact:\n  threshold: 0',
    '2: compact.threshold is 0; it must be a share above 0 and at most 1, such as 0.8 for 80%.',
  ],
  [
    'compact:\n  threshold:',
    '2: compact.threshold is empty; it must be a share above 0 and at most 1, such as 0.8 for 80%.',
  ],
  [
    'compact:\n  token_threshold: 60k',
    '2: compact.token_threshold is "60k"; it must be a whole number of tokens other than 0; a negative one counts from the end of the window.',
  ],
  [
    'compact:\n  token_threshold: 0',
    '2: compact.token_threshold is 0; it must be a whole number of tokens other than 0; a negative one counts from the end of the window.',
  ],
  ['compact:\n  retention_window: six', '2: compact.retention_window is "six"; it must be a whole number from 1.'],
  ['compact:\n  retention_window: 5.5', '2: compact.retention_window is 5.5; it must be a whole number from 1.'],
  [
    'compact:\n  retention_window: 6\n  retention_tokens: 20000',
    '3: compact.retention_tokens and compact.retention_window exclude each other. Keep one.',
  ],
  ['compact:\n  max_tokens: -1', '2: compact.max_tokens is -1; it must be a whole number from 1.'],
  ['compact:\n  strategy: sumary', '2: compact.strategy is "sumary"; it must be one of summary, digest.'],
  ['compact:\n  preset: cheap', '2: compact.preset is "cheap"; it must be one of classic, balanced, recall, economy.'],
  ['compact:\n  automatic: maybe', '2: compact.automatic is "maybe"; it must be on, ask or off.'],
  [
    'compact:\n  model: gemini',
    `2: compact.model is "gemini"; it must be a model by provider and name, such as 'anthropic/claude-sonnet-4-5'.`,
  ],
  ['compact:\n  - max_tokens: 2000', '1: compact is [{"max_tokens":2000}]; it must be a section with keys of its own.'],
  ['compact: 60000', '1: compact is 60000; it must be a section with keys of its own.'],
  [
    'compact:\n  token_threshold: 1\nmodel_auto_compact_token_limit: 2',
    '3: model_auto_compact_token_limit and compact.token_threshold say the same. Keep one.',
  ],
  [
    'preserve_count: 5\ncompact:\n  retention_window: 6',
    '1: preserve_count and compact.retention_window say the same. Keep one.',
  ],
  ['compact_prompt: a\ncompact:\n  prompt: b', '1: compact_prompt and compact.prompt say the same. Keep one.'],
  [
    'model_auto_compact_token_limt: 5',
    '1: model_auto_compact_token_limt is not a key. Did you mean model_auto_compact_token_limit?',
  ],
  [
    'providers:\n  anthropic:\n    api_key: abc',
    '3: providers.anthropic.api_key does not belong here. Set it in the environment, or name a file that only you can read (0600) with key_file.',
  ],
  ['providers:\n  anthropc:\n    models: [x]', '2: providers.anthropc is not a key. Did you mean anthropic?'],
  [
    'providers:\n  compatible:\n    ollama:\n      base_url: localhost:11434',
    `4: providers.compatible.ollama.base_url is "localhost:11434"; it must be an address that begins with http:// or https://, such as 'http://127.0.0.1:11434/v1'.`,
  ],
  ['providers:\n  openai:\n    models: gpt-5', '3: providers.openai.models is "gpt-5"; it must be a list of texts.'],
  ['models:\n  local/x:\n    window: big', '3: models.local/x.window is "big"; it must be a whole number from 1.'],
  [
    'models:\n  local/x:\n    prices:\n      input: 1',
    '3: models.local/x.prices.output is empty; it must be dollars for a million tokens, from 0.',
  ],
  ['server:\n  port: 99999', '2: server.port is 99999; it must be a number from 0 to 65535.'],
  ['auth:\n  mode: jwt\n  issuer: x\n  audience: y', '2: auth.mode is jwt, so auth.jwks_url is required.'],
  ['mcp:\n  servers:\n    files:\n      args: [a]', '3: mcp.servers.files must have either command or url.'],
  ['log:\n  level: loud', '2: log.level is "loud"; it must be one of trace, debug, info, warn, error, silent.'],
  ['- model: x', '1: The file must hold keys with values, as `compact:`.'],
  ['compact:\n\tthreshold: 0.8', '2: This is not YAML: Tabs are not allowed as indentation.'],
  ['model: a/b\nmodel: c/d', '2: This is not YAML: Map keys must be unique.'],
  [
    'compact: {threshold: 0.8',
    '1: This is not YAML: Flow map in block collection must be sufficiently indented and end with a }.',
  ],
  ['a: &a [x,x]\nb: &b [*a,*a]\nmodel: *c', '2: The references in this value cannot be followed. Write it out.'],
] as const)('H6, F6 %j is answered with one sentence, its line and its key', (text, sentence) => {
  expect(sentenceOf(text)).toContain(`${file}:${sentence}`)
  expect(sentenceOf(text)).not.toContain('\n')
})

test('H6 of several mistakes the first is told, and how many follow', () => {
  expect(sentenceOf('log:\n  level: loud\ncompact:\n  threshold: 80')).toBe(
    `${file}:2: log.level is "loud"; it must be one of trace, debug, info, warn, error, silent. (1 more after this)`,
  )
})

const secret = `sk-ant-api03-${'a1b2c3d4'.repeat(4)}`

test('S, H6 what looks like a secret is refused under any key, and not repeated', () => {
  for (const text of [
    `model: ${secret}`,
    `compact:\n  prompt: use ${secret}`,
    `mcp:\n  servers:\n    x:\n      command: y\n      env:\n        A: ${secret}`,
  ]) {
    expect(sentenceOf(text)).toMatch(/holds what looks like a secret\. Set it in the environment/)
    expect(sentenceOf(text)).not.toContain(secret)
  }
})

test('F6 a file that refers to itself a million times is refused at once', () => {
  const bomb = ['a: &a0 [x, x]', ...Array.from({ length: 30 }, (_, at) => `k${at}: &a${at + 1} [*a${at}, *a${at}]`)]
  expect(sentenceOf(bomb.join('\n'))).toContain('The references in this value cannot be followed')
  expect(sentenceOf('x'.repeat(300_000))).toContain('larger than 64 kB')
})
