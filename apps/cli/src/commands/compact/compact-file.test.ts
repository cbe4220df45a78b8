import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { compactFile } from './compact-file.ts'
import type { CompactFlags } from './compact-transcript.ts'

const folder = mkdtempSync(join(tmpdir(), 'longhand-compact-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

type Said = { role: string; content: string; toolCalls?: unknown; toolCallId?: string }

/** Turns in which a file is read, edited and tested, each with names of its own. */
const turn = (at: number): readonly Said[] => [
  { role: 'user', content: `Please mend parser${at}. You must never rename the field user_id${at}.` },
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: `r${at}`, name: 'Read', args: { file_path: `src/parser${at}.ts` } }],
  },
  {
    role: 'tool',
    toolCallId: `r${at}`,
    content: Array.from({ length: 60 }, (_, line) => `${line}\tconst filler = line ${line} of a long file`).join('\n'),
  },
  {
    role: 'assistant',
    content: '',
    toolCalls: [
      {
        id: `e${at}`,
        name: 'Edit',
        args: { file_path: `src/parser${at}.ts`, old_string: 'a', new_string: `readToken${at}()` },
      },
    ],
  },
  { role: 'tool', toolCallId: `e${at}`, content: 'The file has been updated.' },
  { role: 'assistant', content: `Decided to call readToken${at} because parser${at}.ts lost the last token.` },
]
const talk = (turns: number): readonly Said[] => Array.from({ length: turns }, (_, at) => turn(at)).flat()
const chat = file('chat.json', JSON.stringify({ messages: talk(12) }))

async function run(name: string, flags: Partial<CompactFlags> = {}, stdin = '') {
  const written = { stdout: '', stderr: '' }
  const into = (key: keyof typeof written) =>
    new Writable({
      write(chunk, _, done) {
        written[key] += String(chunk)
        done()
      },
    })
  const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout: into('stdout'), stderr: into('stderr') }
  const code = await compactFile(name, { strategy: 'summary', ...flags }, streams)
  return { code, ...written }
}

const json = async (flags: Partial<CompactFlags> = {}, name = chat) => {
  const { stdout, ...rest } = await run(name, { ...flags, json: true })
  return { ...rest, ...(JSON.parse(stdout) as Printed) }
}

type Printed = {
  readonly view: readonly (Said & { readonly from: readonly number[]; readonly kind: string })[]
  readonly receipt: {
    readonly retention: number
    readonly before: number
    readonly after: number
    readonly folded: number
  } | null
  readonly folded: readonly number[]
  readonly kept: readonly number[]
}

describe('X longhand compact', () => {
  test('prints one line with the figures', async () => {
    const { code, stdout, stderr } = await run(chat)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ Compacted 62 messages — tokens [\d,]+ → [\d,]+ \(saved [\d,]+\)\n/)
    expect(stderr).toBe('')
  })

  test('says why nothing is compacted, with an exit code of its own', async () => {
    const { code, stdout } = await run(chat, { window: 1_000_000 })
    expect(code).toBe(3)
    expect(stdout).toMatch(/^No compaction needed: [\d,]+ tokens are within the target of 500,000\.\n$/)
    expect(await json({ window: 1_000_000 })).toMatchObject({ code: 3, receipt: null, folded: [] })
  })

  test.each([
    ['no messages', [], '0 messages are too few'],
    ['one message', [{ role: 'user', content: 'Hello' }], 'every message is recent'],
    ['results of calls that nobody made', talk(3).filter(({ role }) => role === 'tool'), '0 messages are too few'],
    ['words shorter than any text about them', Array(20).fill({ role: 'user', content: 'Hi' }), 'save hardly anything'],
    ['messages without a word', Array(20).fill({ role: 'user', content: '' }), 'save hardly anything'],
  ])('C7 %s: nothing to compact', async (name, messages, reason) => {
    const { code, stdout, stderr } = await run(file(`${name}.json`, JSON.stringify(messages)))
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(stdout).toContain(reason)
  })

  test('C7 few but long messages are compacted where a target asks for it', async () => {
    const page = (at: number) => `Page ${at}: ${`the harbour of town${at} has ${at} cranes. `.repeat(400)}`
    const few = Array.from({ length: 9 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: page(at) }))
    const { code, receipt } = await json({ target: 6_000 }, file('few.json', JSON.stringify(few)))
    expect(code).toBe(0)
    expect(receipt!.after).toBeLessThanOrEqual(6_000)
  })

  test('V3 the JSON holds the opening, the summary and the recent part, with their sources', async () => {
    const { code, stderr, view, receipt, folded, kept } = await json()
    expect([code, stderr]).toEqual([0, ''])
    expect(view.map(({ kind }) => kind)).toEqual(['verbatim', 'summary', ...Array(9).fill('verbatim')])
    expect(view[0]).toMatchObject({ role: 'user', content: talk(1)[0]!.content, from: [0] })
    expect(view[1]?.from).toEqual(folded)
    expect([...folded, ...kept].toSorted((a, b) => a - b)).toEqual(talk(12).map((_, at) => at))
    expect(view.at(-2)).toMatchObject({ role: 'tool', toolCallId: 'e11', from: [70] })
    expect(receipt?.folded).toBe(folded.length)
  })

  test('Q2 what is folded is still told: names, files and the wishes of the person', async () => {
    const { view, receipt } = await json()
    const summary = view[1]!.content
    for (const at of [1, 4, 8]) {
      for (const fact of [`never rename the field user_id${at}`, `parser${at}.ts`, `readToken${at}`])
        expect(summary).toContain(fact)
    }
    expect(receipt!.retention).toBeGreaterThanOrEqual(0.9)
    expect(receipt!.after).toBeLessThan(receipt!.before / 2)
  })

  test('P1 the newest words of the person stay, and no fold claims them as its own', async () => {
    const working = talk(12).filter(({ role }, at) => at === 0 || at === 6 || role !== 'user')
    const { view, folded } = await json({}, file('working.json', JSON.stringify(working)))
    expect(view.find(({ from }) => from.includes(6))).toMatchObject({ kind: 'verbatim', content: working[6]!.content })
    expect(view.flatMap(({ from }) => from).toSorted((a, b) => a - b)).toEqual(working.map((_, at) => at))
    expect(view.find(({ kind }) => kind === 'summary')?.from).toEqual(folded)
  })

  test('C16 with --up-to and no target, the rest is left alone and the text has the room it needs', async () => {
    const { view, receipt, stderr } = await json({ upTo: 20 })
    expect(view.filter(({ kind }) => kind === 'trimmed')).toEqual([])
    expect(receipt!.retention).toBeGreaterThanOrEqual(0.9)
    expect(stderr).toBe('')
    expect(await json({ upTo: 20, strategy: 'digest' })).toMatchObject({ code: 0, stderr: '' })
  })

  test('C16 --up-to folds up to a message, --keep keeps more of them', async () => {
    const { folded } = await json({ upTo: 20 })
    expect([folded[0], folded.at(-1)]).toEqual([1, 20])
    expect((await json({ keep: 12 })).kept).toHaveLength(13)
  })

  test('C4 a digest leaves the words of the person where they are', async () => {
    const { view } = await json({ strategy: 'digest' })
    expect(view.some(({ kind }) => kind === 'digest')).toBe(true)
    expect(view.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(
      talk(12).flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
    )
  })

  test('F1 long outputs among the recent messages are trimmed, and a target that is missed is said', async () => {
    const big = talk(12).with(-4, { role: 'tool', toolCallId: 'r11', content: 'word '.repeat(20_000) })
    const { view, stderr } = await json({ target: 8_000, keep: 6 }, file('big.json', JSON.stringify(big)))
    expect(view.find(({ kind }) => kind === 'trimmed')?.content).toContain('characters trimmed; stored in full as ¶ 69')
    expect(stderr).toBe('')
    const cut = view.find(({ kind }) => kind === 'trimmed')!.content.length
    const less = await json({ target: 1_000, keep: 6 }, file('big.json', JSON.stringify(big)))
    expect(less.view.find(({ kind }) => kind === 'trimmed')!.content.length).toBeLessThan(cut / 2)
    const tight = await json({ target: 300 })
    expect(tight.code).toBe(0)
    expect(tight.stderr).toMatch(/above the target of 300\. Largest: the summary \(\d/)
  })

  test('C8 a draft comes first and is completed from the originals', async () => {
    const done = Array.from(
      { length: 10 },
      (_, at) => `- parser${at}.ts now calls readToken${at}; the last token is no longer lost.`,
    )
    const prose = [
      '## Goal',
      'Mend the parsers one after the other.',
      '',
      '## State',
      ...done,
      '',
      '## Next steps',
      'parser10.ts is next.',
    ]
    const { view, receipt } = await json({ draft: file('draft.md', prose.join('\n')) })
    expect(view[1]?.content).toContain('Mend the parsers one after the other.')
    expect(view[1]?.content).toContain('never rename the field user_id7')
    expect(receipt).toMatchObject({ method: 'summary', model: 'draft' })
  })

  test.each([
    ['', 'empty'],
    ["I'm sorry, but I can't help with that.", 'refused'],
  ])('Q4 a draft that is no summary is turned down: %j', async (text, reason) => {
    const { code, stdout, stderr } = await run(chat, { draft: file('bad.md', text), json: true })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(`longhand: The summary was rejected: ${reason}. The transcript is unchanged.\n`)
  })

  test('reads standard input and gzipped files alike', async () => {
    const packed = file('chat.json.gz', gzipSync(JSON.stringify(talk(12))))
    expect((await run(packed)).code).toBe(0)
    expect((await run('-', {}, JSON.stringify(talk(12)))).code).toBe(0)
  })

  test('V6 a call that nobody answered is kept, and said to be missing from the view', async () => {
    const { code, kept, stderr } = await json({}, file('open.json', JSON.stringify(talk(12).slice(0, -2))))
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'longhand: The view leaves out calls without results and results without calls: ¶ 70.\n',
    })
    expect(kept).toContain(69)
  })

  test('the same file gives the same view', async () => {
    expect((await json()).view).toEqual((await json()).view)
  })
})

describe('F6 bad input: one clear line and exit code 1', () => {
  test.each([
    ['nowhere.json', /^longhand: There is no file nowhere\.json\. Check the name\.\n$/],
    [folder, /^longhand: .+ is a directory\. Give the name of a file in it\.\n$/],
    [
      file(
        'junk.bin',
        Uint8Array.from({ length: 3000 }, (_, at) => (at * 37) % 256),
      ),
      /^longhand: The transcript is not JSON.+\n$/,
    ],
    [file('empty.json', ''), /^longhand: The transcript is empty\. Give a file with messages in it\.\n$/],
    [
      file('cut.gz', gzipSync('[]').subarray(0, 12)),
      /^longhand: .+ looks gzipped but cannot be unpacked\. Unpack it first\.\n$/,
    ],
  ])('%s', async (name, line) => {
    const { code, stdout, stderr } = await run(name, { json: true })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(line)
  })

  test('flags that contradict each other', async () => {
    expect(await run(chat, { window: 1000, target: 2000 })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--target 2000 is larger'),
    })
    expect(await run(chat, { draft: chat, offline: true })).toMatchObject({ code: 1 })
    expect(await run('-', { draft: '-' }, JSON.stringify(talk(12)))).toMatchObject({
      code: 1,
      stderr: 'longhand: Only one of transcript and draft can come from standard input. Give the other as a file.\n',
    })
    expect(await run(chat, { upTo: 0, window: 100 })).toMatchObject({ code: 3 })
    expect(await run(chat, { window: 1 })).toMatchObject({ code: 0, stderr: expect.stringContaining('target of 1.') })
  })

  test('lines that cannot be read are named, the others are used', async () => {
    const lines = talk(12).map(message => JSON.stringify(message))
    const { code, stderr } = await run(file('torn.jsonl', [...lines, '{"role":'].join('\n')))
    expect(code).toBe(0)
    expect(stderr).toBe('longhand: 1 line was left out; line 73 is not JSON.\n')
  })
})

describe('the program', () => {
  const main = join(import.meta.dirname, '../../main.ts')
  const shell = (line: string) =>
    spawnSync('bash', ['-o', 'pipefail', '-c', line], {
      encoding: 'utf8',
      env: { ...process.env, NODE: process.execPath, MAIN: main, CHAT: chat },
    })

  test('pipes: standard output holds JSON and nothing else', () => {
    const { status, stdout, stderr } = shell('cat "$CHAT" | "$NODE" "$MAIN" compact - --json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toHaveProperty('receipt.retention')
  })

  test('a pipe that is closed early: one line, exit code 1', () => {
    const { stderr, stdout } = shell('{ "$NODE" "$MAIN" compact "$CHAT" --json; echo "code $?" >&2; } | true')
    expect(stdout).toBe('')
    expect(stderr).toBe('longhand: The output was closed before everything was written.\ncode 1\n')
  })

  test.skipIf(process.platform !== 'linux')('a full disk: one line, exit code 1', () => {
    const { status, stderr } = shell('"$NODE" "$MAIN" compact "$CHAT" --json > /dev/full')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'longhand: The disk is full. Free some space and try again.\n',
    })
  })

  test('unknown flags and figures that are none are refused', () => {
    expect(shell('"$NODE" "$MAIN" compact "$CHAT" --wat')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--wat'),
    })
    expect(shell('"$NODE" "$MAIN" compact "$CHAT" --window ten')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('whole number'),
    })
    expect(shell('"$NODE" "$MAIN" --version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
    expect(shell('"$NODE" "$MAIN" compact --help').stdout).toContain(
      'Exit codes: 0 compacted, 1 error, 3 nothing to compact.',
    )
  })
})
