import { expect, test } from 'vitest'
import { findLandmarks, judgeable, type Landmark, type OpenError } from './landmark.ts'
import { assistant, type Message, user } from './message.ts'

const call = (name: string, input: Record<string, string>): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: name, name, input }],
})
const result = (name: string, outcome: 'ok' | 'error'): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId: name, name, outcome, output: '…' }],
})

const failed: OpenError = { tool: 'run', succeededSince: false }

const landmarks = (
  messages: readonly Message[],
  openError: OpenError | null = null,
  wanted?: readonly Landmark['tag'][],
) => findLandmarks({ messages, openError, ...(wanted === undefined ? {} : { wanted }) }).landmarks

test.each([
  ['write_file', { path: 'src/a.ts' }, 'Wrote src/a.ts'],
  ['Edit', { file_path: 'b.ts' }, 'Wrote b.ts'],
  ['apply_patch', { patch: '…' }, 'Wrote apply_patch'],
  ['str_replace_editor', { path: 'c.py' }, 'Wrote c.py'],
  ['right-hand_write_file', { path: 'd.md' }, 'Wrote d.md'],
  ['append_to_file', { path: 'e.log' }, 'Wrote e.log'],
  ['editNotebook', { path: 'f.ipynb' }, 'Wrote f.ipynb'],
])('K2 a file written by %s is a code landmark', (name, input, label) => {
  expect(landmarks([call(name, input), result(name, 'ok')])).toEqual([{ tag: 'code', label }])
})

test('K2 a write that failed, or only a read, is none', () => {
  expect(landmarks([call('write_file', { path: 'a' }), result('write_file', 'error')])).toEqual([])
  expect(landmarks([call('read_file', { path: 'a' }), result('read_file', 'ok')])).toEqual([])
})

test('K2 a code block is a code landmark, a one-line snippet is not', () => {
  expect(landmarks([assistant('Here:\n```ts\nexport const a = 1\nconst b = 2\n\n```')])).toEqual([
    { tag: 'code', label: 'Code: export const a = 1' },
  ])
  expect(landmarks([assistant('```\nls\n```')])).toEqual([])
})

test('K2 a decision is a landmark, whoever makes it', () => {
  expect(landmarks([assistant("Fine. Let's go with Postgres because of RLS. Next?")])).toEqual([
    { tag: 'decision', label: "Let's go with Postgres because of RLS." },
  ])
  expect(landmarks([user('Gut. Wir nehmen Tabs.')])).toEqual([{ tag: 'decision', label: 'Wir nehmen Tabs.' }])
  expect(landmarks([user('好的。我们决定使用 Postgres。下一步呢？')])).toEqual([
    { tag: 'decision', label: '我们决定使用 Postgres。' },
  ])
})

test('K2 a quotation is no decision: it was made before; nor is a comment in code', () => {
  expect(landmarks([user('What did we say?'), assistant("> Let's go with Postgres.\n  > We decided on RLS.")])).toEqual(
    [],
  )
  expect(landmarks([assistant('```ts\n// We decided to use tabs.\n```')])).toEqual([])
})

test('K2 a decision is found at both ends of a message, however long', () => {
  const log = 'a line of a log\n'.repeat(20_000)
  expect(landmarks([user(`We'll use tabs.\n${log}`)])).toHaveLength(1)
  expect(landmarks([user(`${log}We'll use tabs.`)])).toHaveLength(1)
})

test('K2 an error that no longer happens is a fix', () => {
  const again = [call('run', { command: 'npm test' }), result('run', 'ok')]
  const said = assistant('Fixed the missing import. All green.')
  const fix = [{ tag: 'fix', label: 'Fixed the missing import.' }]
  expect(landmarks([...again, said], failed)).toEqual(fix)
  expect(landmarks([said], failed)).toEqual([])
  expect(landmarks([said, ...again], failed)).toEqual([])
  expect(landmarks([said, ...again])).toEqual([])
})

test('K2 a fix is seen over as many steps as it takes, looking at each message once', () => {
  const steps = [
    [user('Make the tests pass.')],
    [call('run', {}), result('run', 'error')],
    [call('Edit', { path: 'a.ts' }), result('Edit', 'ok')],
    [call('run', {}), result('run', 'ok')],
    [assistant('The tests pass now.')],
  ]
  let openError: OpenError | null = null
  const tags = steps.map(messages => {
    const found = findLandmarks({ messages, openError })
    openError = found.openError
    return found.landmarks.map(({ tag }) => tag)
  })
  expect(tags).toEqual([[], [], ['code'], [], ['fix']])
  expect(openError).toBeNull()
})

test.each([
  ['I get "TypeError: x is undefined" here.', assistant('The variable is not set. That is fixed in the code above.')],
  ['The page does not load.', user('Thanks, it works now.')],
  ['Der Server startet nicht.', user('Danke, jetzt läuft es.')],
  ['Le serveur ne démarre pas.', user('Merci, ça marche maintenant.')],
  ['La prueba falla.', user('Ya funciona, gracias.')],
  ['程序报错了。', user('现在可以了，谢谢。')],
])('K2 without tools, what a person reported (%s) is resolved when someone says so', (report, said) => {
  const { openError } = findLandmarks({ messages: [user(report), assistant('Try this instead.')], openError: null })
  expect(landmarks([said], openError).map(({ tag }) => tag)).toEqual(['fix'])
  expect(landmarks([said])).toEqual([])
})

test('K2 an assistant that is still trying has resolved nothing', () => {
  const trying: Message = {
    role: 'assistant',
    parts: [
      { type: 'text', text: 'Fixed it.' },
      { type: 'tool-call', callId: '1', name: 'run', input: {} },
    ],
  }
  expect(landmarks([trying], { tool: null, succeededSince: false })).toEqual([])
})

test('K2 talk without any of these is none', () => {
  expect(landmarks([user('hello'), assistant('Hello. What are we building?')])).toEqual([])
})

test('K2 several moments are several landmarks; those that nobody wants marked are left out', () => {
  const turn = [call('write_file', { path: 'a.ts' }), result('write_file', 'ok'), assistant("Let's go with Postgres.")]
  const tags = (wanted?: readonly Landmark['tag'][]) => landmarks(turn, null, wanted).map(({ tag }) => tag)
  expect(tags()).toEqual(['code', 'decision'])
  expect(tags(['decision', 'fix'])).toEqual(['decision'])
  expect(tags(['fix'])).toEqual([])
  expect(tags([])).toEqual([])
})

test.each([
  ['One. Tw', 'One.'],
  ['No end', ''],
  ['Line\nhalf', 'Line\n'],
  ['定了。下一', '定了。'],
  ['Code:\n```ts\nconst a = 1\n', 'Code:\n'],
  ['```ts\na\n```\nDone. No', '```ts\na\n```\nDone.'],
])('K2 of %j as it grows, %j can be judged', (text, part) => {
  expect(judgeable(text)).toBe(part)
})
