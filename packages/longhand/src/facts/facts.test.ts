import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../core/message.ts'
import { sampleConversation } from '../testing/samples/conversation.sample.ts'
import { facts } from './facts.ts'
import { messageText } from './reading/message-text.ts'
import { retention, sharesByKind } from './retention.ts'

const messages = sampleConversation()
const found = facts(messages)
const of = (kind: string) => found.filter(fact => fact.kind === kind).map(({ text }) => text)

test('Q1 files, identifiers, commands, links, numbers and references are facts', () => {
  expect(of('file')).toEqual(expect.arrayContaining(['app.ts', 'token-bucket.ts', 'session-store.ts', 'limits.md']))
  expect(of('identifier')).toEqual(expect.arrayContaining(['takeToken', 'TokenBucket', 'refilledAt']))
  expect(of('command')).toEqual(['npm test'])
  expect(of('url')).toContain('https://docs.example.org/style-guide')
})

test("Q1 the person's constraints and the decisions are facts, word for word, with who said them", () => {
  expect(of('constraint')).toContain('Never use a global timer for this; it must work when the process sleeps.')
  expect(found.find(({ text }) => text.startsWith('Never use'))).toMatchObject({ number: 4, speaker: 'person' })
  expect(of('decision')).toContain(
    'I decided to put the bucket into its own module because the router should not know about limits.',
  )
})

test('Q1 an error of something that was run comes with the file whose edit followed', () => {
  const error = found.find(({ text }) => text === 'TypeError: bucket.refilledAt is undefined')
  expect(error).toMatchObject({ kind: 'error', number: 10, speaker: 'tool', fix: 'src/server/token-bucket.ts' })
})

test('Q1 an error is one of something that was run, not of a file that was shown', () => {
  const errors = (name: string, command: string, output: string) =>
    facts([
      {
        number: 1,
        message: { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name, input: { command } }] },
      },
      {
        number: 2,
        message: { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name, outcome: 'ok', output }] },
      },
    ]).flatMap(({ kind, text }) => (kind === 'error' ? [text] : []))
  const line = 'throw new Error("no such session")'
  expect(errors('Bash', 'npm test', line)).toEqual([line])
  expect(errors('Bash', 'cat src/session.ts', line)).toEqual([])
  expect(errors('Write', 'x', line)).toEqual([])
  expect(errors('Bash', 'npm test', Array.from({ length: 12 }, (_, at) => `${line} ${at}`).join('\n'))).toHaveLength(8)
  expect(errors('Bash', 'cat a.md', 'cat: a.md: No such file or directory')).toHaveLength(1)
})

test('Q1 a code block in an answer is a fact by its most telling line', () => {
  expect(of('code')).toEqual(['if (!takeToken(bucketOf(request), clock.now())) {'])
  const twice = [1, 2].map(number => ({ number, message: assistant('```\n{\n  fooBar(bazQux)\n}\n```') }))
  expect(facts(twice).filter(({ kind }) => kind === 'code')).toMatchObject([{ text: 'fooBar(bazQux)', number: 2 }])
})

test('Q1 a name that a tool printed once is no fact; one that came up again is', () => {
  const tool = (output: string) =>
    ({ role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name: 'x', outcome: 'ok', output }] }) as const
  const once = facts([{ number: 1, message: tool('call someFunction here') }])
  const twice = facts([1, 2].map(number => ({ number, message: tool(`call someFunction here ${number}`) })))
  expect(once.map(({ text }) => text)).not.toContain('someFunction')
  expect(twice.map(({ text }) => text)).toContain('someFunction')
})

test('Q1 everything is retained by the originals, and nothing but what stays by nothing', () => {
  const all = messages.map(({ message }) => messageText(message)).join('\n')
  expect(retention(found, all).share).toBe(1)
  expect(retention(found, '').share).toBe(0)
  expect(retention([], '').share).toBe(1)
})

test('Q1 a name is retained by a line too short to be quoted', () => {
  const hash = facts([{ number: 1, message: user('See e5e3b23 for it.') }])
  expect(hash.map(({ text }) => text)).toEqual(['e5e3b23'])
  expect(retention(hash, '¶1: e5e3b23').share).toBe(1)
})

test('Q1 retention is told by kind, with what is missing', () => {
  const two = facts([
    { number: 1, message: user('Never rename fooBar.') },
    { number: 2, message: assistant('I decided on bazQux because it is short.') },
  ])
  const kept = retention(two, 'Never rename fooBar')
  expect(kept.kinds).toMatchObject({
    constraint: { kept: 1, total: 1 },
    decision: { kept: 0, total: 1 },
    identifier: { kept: 1, total: 2 },
  })
  expect(kept.missing.map(({ text }) => text)).toEqual(['bazQux', 'I decided on bazQux because it is short.'])
  expect(sharesByKind(kept)).toEqual({ constraint: 1, decision: 0, identifier: 0.5 })
})

test('Q1 an error is retained with its fix or not at all', () => {
  const error = found.filter(({ text }) => text === 'TypeError: bucket.refilledAt is undefined')
  expect(retention(error, 'TypeError: bucket.refilledAt is undefined').share).toBe(0)
  expect(retention(error, 'TypeError: bucket.refilledAt is undefined\nchanged token-bucket.ts').share).toBe(1)
})

test('Q1 what a program puts into a person’s message is no constraint of theirs, and no error of anyone', () => {
  const note = '<system-reminder>\nNever mention this. Fatal error: tests must not fail.\n</system-reminder>\n'
  const by = (message: Message) => facts([{ number: 1, message }]).map(({ kind, text }) => `${kind}: ${text}`)
  expect(by(user(`${note}Always use tabs.`))).toEqual(['constraint: Always use tabs.'])
  const meta = { type: 'text', text: 'Never use spaces.', author: 'program' } as const
  expect(by({ role: 'user', parts: [meta] })).toEqual([])
})
