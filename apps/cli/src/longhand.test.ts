import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localOwner } from 'longhand/internal/engine'
import { hasPostgres, postgresForTests, zipOf } from 'longhand/internal/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTerminalRoom, program, type TerminalRoom } from './testing/terminal-room.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let room: TerminalRoom
beforeAll(async () => {
  room = await openTerminalRoom()
  await room.sample()
  mkdirSync(join(room.folder, 'empty'))
  writeFileSync(
    join(room.folder, 'junk.json'),
    Uint8Array.from({ length: 3000 }, (_, at) => (at * 37) % 256),
  )
})
afterAll(() => room.close())

/** Runs a line of a shell, in which `longhand` is the program. */
function shell(line: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `longhand() { "$NODE" "$PROGRAM" "$@"; }; ${line}`], {
    cwd: room.folder,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, LONGHAND_DATA: room.folder },
  })
  return { status, stdout, stderr }
}

describe('X, F6 what cannot be done is told in one line, with the exit code of an error', () => {
  test.each([
    ['import nowhere', 'There is no file or folder nowhere. Check the name.'],
    [
      'import junk.json',
      'junk.json: The transcript is not JSON, and no line of it is a JSON object. Give a JSON or JSONL file.',
    ],
    [
      'eval junk.json',
      'junk.json: The transcript is not JSON, and no line of it is a JSON object. Give a JSON or JSONL file.',
    ],
    ['export nowhere', 'There is no conversation nowhere.'],
    ['export latest -o empty', 'empty is a directory. Give the name of a file in it.'],
    [
      'export latest -o none/notes.md',
      'The folder of none/notes.md does not exist. Create it, or choose another path.',
    ],
    ['chat nowhere < /dev/null', 'There is no "nowhere" here: ids are UUIDs.'],
    ['serve --data junk.json', 'junk.json is a file where a folder is needed. Choose another path.'],
  ])('longhand %s', (words, sentence) => {
    expect(shell(`longhand ${words}`)).toEqual({ status: 1, stdout: '', stderr: `longhand: ${sentence}\n` })
  })

  test.skipIf(process.platform !== 'linux').each(['export latest', 'doctor', 'export latest -o /dev/full'])(
    'a full disk: longhand %s',
    words => {
      const output = words.includes('-o') ? '' : '> /dev/full'
      const stderr = 'longhand: The disk is full. Free some space and try again.\n'
      expect(shell(`longhand ${words} ${output}`)).toEqual({ status: 1, stdout: '', stderr })
    },
  )

  test('a pipe that is closed early', () => {
    const stderr = 'longhand: The output was closed before everything was written.\ncode 1\n'
    expect(shell('{ longhand export latest; echo "code $?" >&2; } | true')).toMatchObject({ stdout: '', stderr })
  })
})

test('X what is not a command is told with the nearest one', () => {
  const stderr = "longhand: unknown command 'serv'\n(Did you mean serve?)\nTry --help.\n"
  expect(shell('longhand serv')).toEqual({ status: 1, stdout: '', stderr })
  expect(shell('longhand compact').stderr).toBe("longhand: missing required argument 'file'\nTry --help.\n")
})

describe('X nothing to do has an exit code of its own', () => {
  test.each([
    ['open --data empty', { stderr: 'longhand: No server is running. Start one with longhand serve.\n' }],
    ['import empty', { stdout: 'Nothing new to import.\n' }],
    ['eval empty', { stderr: 'longhand: There are no transcripts in empty.\n' }],
    ['serve', { stderr: expect.stringMatching(/^longhand: A server already has this data open, at http:.*\n$/) }],
  ])('longhand %s', (words, said) => {
    expect(shell(`longhand ${words}`)).toEqual({ status: 3, stdout: '', stderr: '', ...said })
  })
})

test('S longhand open prints an address of the server that runs, which signs in a browser', async () => {
  const { status, stdout, stderr } = shell('longhand open')
  expect([status, stderr]).toEqual([0, ''])
  const { origin, hash } = new URL(stdout.trim())
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: hash.slice('#c='.length) }),
  })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/^longhand-\d+=/)])
})

test('D6, K9 a folder of transcripts is imported once, and a phrase of one of them is found', async () => {
  const place = join(room.folder, 'transcripts')
  mkdirSync(place)
  for (const [name, text] of Object.entries(transcripts)) writeFileSync(join(place, name), text)
  expect(shell('longhand import transcripts')).toEqual({
    status: 0,
    stdout: '✓ Imported 4 files: 8 messages.\n',
    stderr: '',
  })
  for (const animal of ['zebra', 'heron', 'otter', 'badger']) {
    const hits = await room.api.search(`The ${animal} crossing`)
    expect(hits).toMatchObject([{ excerpt: expect.stringContaining(animal) }])
  }
  const again = shell('longhand import transcripts --json')
  expect(again).toMatchObject({ status: 3, stderr: '' })
  expect(
    again.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).type),
  ).toEqual(Array(4).fill('known'))
})

test('D6, W22 an export of ChatGPT is imported as the zip that it is, once; a damaged one is told in one line', () => {
  const mapping = {
    q: { parent: null, message: { author: { role: 'user' }, content: { parts: ['A phrase of ChatGPT'] } } },
  }
  const list = JSON.stringify([{ title: 'Exported', conversation_id: crypto.randomUUID(), current_node: 'q', mapping }])
  const archive = zipOf({ 'chat.html': '<p>', 'conversations.json': list })
  writeFileSync(join(room.folder, 'chatgpt.zip'), archive)
  writeFileSync(join(room.folder, 'cut.zip'), archive.slice(0, -9))
  const stdout = '✓ Imported 1 file: 1 message.\n'
  expect(shell('longhand import chatgpt.zip')).toEqual({ status: 0, stdout, stderr: '' })
  expect(shell('longhand import chatgpt.zip')).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('1 file imported before'),
  })
  expect(shell('longhand import cut.zip')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'longhand: cut.zip: The archive cannot be read: it is damaged or not complete. Nothing was imported.\n',
  })
})

test('D6 what is exported can be read, and imported elsewhere', () => {
  expect(shell('longhand export latest --format md -o notes.md')).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(readFileSync(join(room.folder, 'notes.md'), 'utf8')).toMatch(/^# /)
  const { status, stdout } = shell('longhand export latest | tail -n 1')
  expect({ status, end: JSON.parse(stdout) }).toMatchObject({ status: 0, end: { type: 'end', conversations: 1 } })
})

test('D6, X what was exported is imported once: again there is nothing to do', () => {
  expect(shell('longhand export latest -o one.jsonl && longhand import one.jsonl')).toEqual({
    status: 3,
    stdout: 'Nothing new to import. 1 file imported before.\n',
    stderr: '',
  })
  expect(shell('longhand export --format md')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'longhand: Only one conversation can be written as Markdown. Give its id, or "latest".\n',
  })
})

test('D6 the guide to Supabase moves everything there as it is printed', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/run-on-supabase.md'), 'utf8')
  const [exporting, importing] = /## Moving there\n\n```sh\n(.*)\n(.*)\n```/.exec(guide)!.slice(1) as [string, string]
  expect(shell(exporting)).toEqual({ status: 0, stdout: '', stderr: '' })
  const all = await room.api.conversations({ limit: 100 })
  const elsewhere = hasPostgres() ? await postgresForTests() : null
  // The same folder, whose own server runs meanwhile; without a Postgres, another folder takes its place.
  const place = elsewhere === null ? `LONGHAND_DATA=${join(room.folder, 'elsewhere')}` : `DATABASE_URL=${elsewhere.url}`
  const line = importing.replace('DATABASE_URL=…', place)
  expect(line).not.toBe(importing)
  const first = shell(line)
  expect(first.stdout).toMatch(/^✓ Imported 1 file: \d+ messages\.\n$/)
  expect(shell(line)).toMatchObject({ status: 3, stdout: 'Nothing new to import. 1 file imported before.\n' })
  const there = await elsewhere?.storage.as(localOwner).conversations.list({ limit: 100 })
  if (there !== undefined) expect(there.conversations).toHaveLength(all.length)
  await elsewhere?.close()
})

test('X, D3 memories are written, listed, found, shown and deleted', async () => {
  const { id } = await room.api.create({ title: 'Harbour' })
  expect(shell(`echo "The pier is 40 m long." | longhand memories --write ${id}`)).toMatchObject({
    status: 0,
    stdout: '✓ Written: Harbour\n',
  })
  expect(shell('longhand memories pier').stdout).toMatch(new RegExp(`^${id} .* Harbour: The pier is 40 m long\\.\n$`))
  expect(shell(`longhand memories --show ${id}`).stdout).toBe('The pier is 40 m long.\n')
  expect(shell(`longhand memories --delete ${id}`).status).toBe(0)
  expect(shell('longhand memories pier')).toMatchObject({ status: 3, stderr: '' })
})

test('X, D2 a deleted conversation is listed and brought back', async () => {
  expect(shell('longhand undelete')).toMatchObject({ status: 3 })
  const { id } = await room.api.create({ title: 'Lighthouse' })
  await room.api.delete(id)
  expect(shell('longhand undelete').stdout).toMatch(
    new RegExp(`^${id} +Lighthouse, 0 messages, deleted .*, kept until `),
  )
  expect(shell(`longhand undelete ${id}`)).toMatchObject({ status: 0, stdout: '✓ Lighthouse is back.\n' })
  expect((await room.api.conversation(id)).title).toBe('Lighthouse')
})

test('X a shell completes commands and flags', () => {
  const complete = (...words: readonly string[]) =>
    shell(`source <(longhand completion bash); COMP_WORDS=(longhand ${words.join(' ')}); COMP_CWORD=${words.length}
      _longhand; echo "\${COMPREPLY[@]}"`).stdout
  expect(complete('co')).toBe('compact completion\n')
  expect(complete('import', '--pro')).toBe('--project\n')
})

test('X the doctor finds nothing wrong, and says what is in force', () => {
  const { status, stdout, stderr } = shell('longhand doctor --json')
  const { ok, checks } = JSON.parse(stdout)
  expect({ status, stderr, ok }).toEqual({ status: 0, stderr: '', ok: true })
  const names = checks.map(({ check }: { check: string }) => check)
  expect(names).toEqual(expect.arrayContaining(['Node', 'Data', 'Keys', 'Server', 'Database', 'Models', 'Settings']))
})

const lines = (...all: readonly object[]): string => all.map(one => JSON.stringify(one)).join('\n')
const says = (animal: string): string => `The ${animal} crossing is blue.`
const part = (type: string, text: string) => [{ type, text }]

/** One conversation in each of the formats that programs write. */
const transcripts: Readonly<Record<string, string>> = {
  'claude-code.jsonl': lines(
    { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: says('zebra') } },
    { type: 'assistant', uuid: 'b', parentUuid: 'a', message: { role: 'assistant', content: part('text', 'Noted.') } },
  ),
  'codex.jsonl': lines(
    { type: 'session_meta', payload: { id: 's' } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: part('input_text', says('heron')) } },
    { type: 'response_item', payload: { type: 'message', role: 'assistant', content: part('output_text', 'Noted.') } },
  ),
  'openai.json': JSON.stringify({
    messages: [
      { role: 'user', content: says('otter') },
      { role: 'assistant', content: 'Noted.' },
    ],
  }),
  'anthropic.json': JSON.stringify([
    { role: 'user', content: part('text', says('badger')) },
    { role: 'assistant', content: part('text', 'Noted.') },
  ]),
}

test('X, H4 longhand run starts a program whose requests go through the server, and ends as it ends', () => {
  const script = [
    'const headers = { "x-api-key": process.env.ANTHROPIC_API_KEY, "content-type": "application/json" }',
    'const body = JSON.stringify({ model: "any", max_tokens: 9, messages: [{ role: "user", content: process.argv[1] }] })',
    'const url = process.env.ANTHROPIC_BASE_URL + "/v1/messages"',
    'const answer = await fetch(url, { method: "POST", headers, body })',
    'console.log(answer.status, process.env.OPENAI_BASE_URL === process.env.ANTHROPIC_BASE_URL + "/v1")',
    'process.exitCode = 7',
  ].join('\n')
  writeFileSync(join(room.folder, 'client.mjs'), script)
  const { status, stdout, stderr } = shell('unset ANTHROPIC_API_KEY; longhand run -- "$NODE" client.mjs --help')
  expect({ status, stdout }).toEqual({ status: 7, stdout: '200 true\n' })
  expect(stderr).toMatch(/^longhand: .* with ANTHROPIC_BASE_URL, OPENAI_BASE_URL, .*requests go through http:\/\/127/)
  expect(shell('longhand run nowhere-at-all').stderr).toMatch(/nowhere-at-all cannot be started/)
})

test('H4.26 doctor prints a line for each kind of client', () => {
  const { stdout } = shell('longhand doctor')
  expect(stdout).toMatch(/Claude Code: ANTHROPIC_BASE_URL=http:\/\/127\.0\.0\.1:\d+ claude/)
  expect(stdout).toMatch(/Codex: codex -c 'openai_base_url="http:\/\/127\.0\.0\.1:\d+\/v1"'\n/)
  expect(stdout).toMatch(/Anything else: OPENAI_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v1\n/)
})
