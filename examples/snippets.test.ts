import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behave } from '../packages/longhand/src/testing/fake-provider/behaviours.ts'
import { type FakeProvider, startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'

const snippets = join(import.meta.dirname, '../docs/snippets')

let fake: FakeProvider
let folder: string
beforeAll(async () => {
  fake = await startFakeProvider()
  folder = mkdtempSync(join(tmpdir(), 'longhand-snippets-'))
})
afterAll(async () => {
  await fake.close()
  rmSync(folder, { recursive: true })
})

/** Runs a snippet in an empty folder, with a provider that answers for all of them; what it prints. */
async function run(file: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const args = [join(import.meta.dirname, 'run-snippet.child.ts'), join(snippets, file)]
  const keys = { ANTHROPIC_API_KEY: 'any', OPENAI_API_KEY: 'any', OPENAI_AGENTS_DISABLE_TRACING: '1', CI: '' }
  const urls = { ANTHROPIC_BASE_URL: fake.baseURL, OPENAI_BASE_URL: fake.baseURL }
  const { DATABASE_URL: _, ...own } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    ...{ cwd: folder, timeout: 50_000, env: { ...own, ...keys, ...urls, ...env } },
  })
  return stdout
}

/** What each snippet prints when it works; `the build passes` is what the provider answers. */
const printed: Readonly<Record<string, RegExp>> = {
  'readme/ai-sdk.ts': /the build passes/,
  'readme/anthropic.ts': /the build passes/,
  'readme/openai.ts': /the build passes/,
  'library/start.ts': /the build passes/,
  'library/next-route.ts': /"type":"data-context"[\s\S]*passes/,
  'library/conversations.ts': /the build passes/,
  'library/wrapped-model.ts': /the build passes/,
  'library/langchain.ts': /^$/,
  'library/openai-agents.ts': /the build passes.* 2\n/,
  'library/persist-state.ts': /(the build passes[\s\S]*){2}/,
  'library/persist-store.ts': /the build passes/,
  'library/controls.ts': /^[1-9]\d* messages folded: \d+ → \d+ tokens\ntrue\n$/,
  'library/summarise.ts': /^$/,
  'library/stores.ts': /^1\n$/,
  'library/testing.ts': /^$/,
}

test.each(Object.entries(printed))(
  'L11 %s runs',
  async (file, expected) => {
    expect(await run(file)).toMatch(expected)
  },
  60_000,
)

test('L11 the state of persist-state goes on where the last process stopped', () => {
  const { messages, state } = JSON.parse(readFileSync(join(folder, 'chat.json'), 'utf8'))
  expect(messages).toHaveLength(4)
  expect(state).toBeNull()
})

test('L11 library/tool-loop.ts runs, with a file that is not there', async () => {
  fake.script(behave('tool-loop', 1))
  expect(await run('library/tool-loop.ts')).toMatch(/the build passes.* 2 0\n/)
})

test('L11 library/transcripts.ts runs on a transcript', async () => {
  writeFileSync(
    join(folder, 'session.jsonl'),
    '[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]',
  )
  expect(await run('library/transcripts.ts')).toMatch(/^openai-chat: 2 messages, \d+ tokens\n2 2\n$/)
})

test('L11 library/client.ts runs against a server', async () => {
  const program = join(import.meta.dirname, '../apps/cli/src/main.ts')
  const data = join(folder, 'data')
  const server = spawn(process.execPath, [program, 'serve', '--json', '--port', '0'], {
    ...{ env: { ...process.env, LONGHAND_DATA: data }, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  try {
    const [line] = await once(createInterface(server.stdout), 'line')
    const token = readFileSync(join(data, 'token'), 'utf8').trim()
    expect(await run('library/client.ts', { LONGHAND_URL: JSON.parse(line).url, LONGHAND_TOKEN: token })).toContain(
      'online',
    )
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

test('L11 no snippet that a program can run is left out', () => {
  const here = ['library/tool-loop.ts', 'library/transcripts.ts', 'library/client.ts']
  const files = readdirSync(snippets, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  expect(files.toSorted()).toEqual([...Object.keys(printed), ...here].toSorted())
})
