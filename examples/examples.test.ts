import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'

const run = async (name: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, name)], {
    env: { ...process.env, ...env },
  })
  return stdout
}

test('V3 plain-library compacts and undoes without anything around the core', async () => {
  expect(await run('plain-library.ts')).toMatch(
    /^816 of 1000 tokens: yellow\.\nCompacted: 24 messages before, 8 after\.\nUndone: 24 again/,
  )
})

test('C1 ai-sdk-app goes on for ever in a small window', async () => {
  const printed = await run('ai-sdk-app.ts')
  expect(printed).toContain('The person sees 80 messages')
  const [, used] = /Summary \d+ is in force; (\d+) of 4,000/.exec(printed)!
  expect(Number(used)).toBeLessThan(3_200)
})

test('C1 tool-loop outgrows its window in one turn and still ends', async () => {
  expect(await run('tool-loop.ts')).toMatch(
    /^31 steps, [1-9]\d* compactions, at most 4000 tokens at a time\.\nI have read it all\./,
  )
})

test('L7 wrapped-model goes on for ever without a changed call', async () => {
  const printed = await run('wrapped-model.ts')
  const [, read, compactions, used] =
    /sees 80 messages, the model read (\d+)\.\n(\d+) compactions; (\d+) of 4,000/.exec(printed)!
  expect(Number(read)).toBeLessThan(20)
  expect(Number(compactions)).toBeGreaterThan(0)
  expect(Number(used)).toBeLessThan(3_200)
})

test('L8 langchain-agent keeps all in its state and reads what fits', async () => {
  const printed = await run('langchain-agent.ts')
  const [, read, compactions, used] =
    /holds 80 messages, the model read (\d+)\.\n(\d+) compactions; (\d+) of 4,000/.exec(printed)!
  expect(Number(read)).toBeLessThan(30)
  expect(Number(compactions)).toBeGreaterThan(0)
  expect(Number(used)).toBeLessThan(3_200)
})

test('L10 openai-agents keeps all in its session and reads what fits', async () => {
  const provider = await startFakeProvider()
  const printed = await run('openai-agents.ts', { OPENAI_BASE_URL: provider.baseURL, OPENAI_API_KEY: 'any' })
  await provider.close()
  const [, read, compactions, used] = /holds 80 items, the model read (\d+)\.\n(\d+) compactions; (\d+) of 4,000/.exec(
    printed,
  )!
  expect(Number(read)).toBeLessThan(60)
  expect(Number(compactions)).toBeGreaterThan(0)
  expect(Number(used)).toBeLessThan(3_200)
})

test('L5 the page of use-chat is typed by the data parts that the route writes', async () => {
  const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', join(import.meta.dirname, 'use-chat')])
  expect(stdout).toBe('')
})
