import { afterAll, beforeAll, expect, test } from 'vitest'
import { fill } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
let id: string
beforeAll(async () => {
  server = await start()
  id = await fill(server, ['One', 'Two'])
})
afterAll(() => server.close())

test.each([
  ['/compact', 'compact', /^No condensing needed: 0% used; it starts at 80%\. Add --force to do it now\.$/],
  ['/compact --preview', 'compact', /^Nothing to condense: everything here is recent or protected\.$/],
  ['/save-progress "Two said"', 'save-progress', /^Checkpoint saved: Two said · \S+$/],
  ['/checkpoints', 'checkpoints', /^1 checkpoint$/],
  ['/context', 'context', /^\d+ \/ 100,000 tokens – 0% · estimated$/],
  ['/summary', 'summary', /^Nothing is folded\. The model reads every word\.$/],
  ['/protect 3', 'protect', /^¶ 3 is protected, word for word in every view\.$/],
  ['/unprotect 3', 'unprotect', /^¶ 3 is released\.$/],
  ['/model scripted', 'model', /^Now using scripted\.$/],
  ['/fork', 'fork', /in a new branch/],
  ['/resume', 'resume', /^\d+ conversations?$/],
  ['/export md', 'export', /^Exported 4 messages\.$/],
  ['/new', 'new', /^A new conversation\.$/],
  ['/help', 'help', /\/compact \[--force\]/],
])('M %s says what happened', async (line, type, sentence) => {
  const answer = await server.api.command(id, line)
  expect(answer.type).toBe(type)
  expect(answer.sentence).toMatch(sentence)
})

test('M, V13 /trim says how much the model reads of a message', async () => {
  const long = await fill(server, ['One', `Two ${'and more '.repeat(4_000)}`])
  const { type, sentence } = await server.api.command(long, '/trim 3')
  expect(type).toBe('trim')
  expect(sentence).toMatch(/^¶ 3 is trimmed\. The model reads [\d,]+ of its [\d,]+ tokens; every word stays here\.$/)
  const told = async (line: string) => (await server.api.command(long, line)).sentence
  expect(await told('/summary')).toBe('Nothing is folded. The model reads every word, except in trimmed messages.')
  expect(await told('/undo')).toBe('Trim undone. The model reads ¶ 3 as it did before.')
  expect(await told('/redo')).toBe('Trim redone. The model reads less of ¶ 3 again.')
  await told('/undo')
  expect(await told('/summary')).toBe('Nothing is folded. The model reads every word.')
})

test('M /restore goes back to a checkpoint by its id', async () => {
  const { id: checkpoint } = await server.api.saveCheckpoint(id, 'Here')
  const { sentence } = await server.api.command(id, `/restore ${checkpoint}`)
  expect(sentence).toBe('Back at "Here". What came after stays as a branch.')
})

test.each([
  ['/compat', 'bad-command', 'No command /compat. Did you mean /compact?'],
  ['/protect', 'bad-command', '/protect needs a message number, for example /protect 21.'],
  ['hello', 'bad-command', 'A command begins with a slash. /help lists them.'],
  ['/trim 1', 'not-allowed', '¶ 1 is too short to trim.'],
  ['/undo', 'not-found', 'Nothing is condensed here, so there is nothing to undo.'],
  ['/redo', 'not-found', 'No condensing was undone here, so there is nothing to redo.'],
  ['/restore 99', 'not-found', /no checkpoint 99/],
  ['/model gpt-9', 'not-found', /gpt-9/],
])('M %s answers with one line that says what would be right', async (line, code, message) => {
  await expect(server.api.command(id, line)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
