import { describe, expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../../core/message.ts'
import type { Policy } from '../../core/policy.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { briefly, openTestEngine, say, scripted, settle, type TestEngine } from '../../testing/test-engine.ts'
import type { Generate } from '../ports/chat-model.ts'
import type { Summariser } from '../ports/summariser.ts'
import { readSnapshot } from '../snapshot.ts'
import { compactNow } from './compact-now.ts'

const shown = async ({ scope }: TestEngine) => (await readSnapshot(scope)).view
const used = async ({ scope }: TestEngine) => (await readSnapshot(scope)).status.used
const finished = async ({ scope }: TestEngine) =>
  (await scope.store.compactions.list(scope.conversation, { limit: 100 })).filter(({ status }) => status === 'done')

const writing = (text: string): Summariser => ({
  model: 'digester',
  window: 200_000,
  summarise: async () => ({ type: 'answered', text, finish: 'stop', usage: null }),
})

/** The figures of the configuration that asked for digests: 60,000 tokens, the last 6 messages, 2,000 for a text. */
const documented = (incremental: Policy['incremental']): Partial<Policy> => ({
  strategy: 'digest',
  incremental,
  threshold: { share: 0.8, tokens: 60_000, messages: null, turns: null },
  keep: { by: 'messages', amount: 6 },
  maxTokens: 2_000,
})

/** Reads a file with a tool and tells of it, in about 6,000 tokens. */
const reading: Generate = scripted(({ messages }) => {
  const turn = messages.filter(({ role }) => role === 'user').length
  if (messages.at(-1)?.role === 'tool')
    return [assistant(`The file part-${turn}.ts exports the handler of step ${turn}. `.repeat(20))]
  const callId = `call-${messages.length}`
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'read', input: { path: `src/part-${turn}.ts` } }] },
    {
      role: 'tool',
      parts: [
        { type: 'tool-result', callId, name: 'read', outcome: 'ok', output: `const step = ${turn}\n`.repeat(300) },
      ],
    },
  ]
})

describe('C4 digests by the documented configuration', () => {
  /** Fourteen turns, each a minute after the other. */
  async function fourteenTurns(incremental: Policy['incremental']): Promise<TestEngine> {
    let passed = 0
    const now = () => Date.now() + passed
    const it = await openTestEngine({
      storage: openMemory({ now }),
      clock: { now, sleep: briefly },
      window: 200_000,
      generate: reading,
      summariser: writing(
        'The assistant read one file after the other and told what handler each of them exports, step by step.',
      ),
      policy: documented(incremental),
    })
    for (let turn = 1; turn <= 14; turn++) {
      await say(it, `Please read part ${turn}.`)
      passed += 60_000
    }
    return it
  }

  test('in batches the view gets under 60,000 tokens, and what people said stays', async () => {
    const it = await fourteenTurns('batch')
    expect(await used(it)).toBeLessThan(60_000)
    expect((await finished(it)).length).toBeGreaterThan(0)
    const said = (await shown(it)).filter(({ message, kind }) => message.role === 'user' && kind === 'verbatim')
    expect(said.map(({ message }) => textOf(message))).toEqual(
      Array.from({ length: 14 }, (_, at) => `Please read part ${at + 1}.`),
    )
  })

  test('strictly, each turn above 60,000 tokens digests the earliest run, one at a time', async () => {
    const it = await fourteenTurns('strict')
    const digests = (await shown(it)).filter(({ kind }) => kind === 'digest')
    expect(digests.length).toBeGreaterThan(2)
    expect(await finished(it)).toHaveLength(digests.length)
    // The earliest: every digest stands before the first answer that is still whole.
    const kinds = (await shown(it))
      .filter(({ message, kind }) => kind === 'digest' || message.role === 'assistant')
      .map(({ kind }) => kind)
    expect(kinds.lastIndexOf('digest')).toBeLessThan(kinds.indexOf('verbatim'))
    expect(await used(it)).toBeLessThan(66_000)
  })
})

describe('C4 the documented example of a debugging conversation', () => {
  const digest =
    'I debugged the code by identifying an issue with error handling, then fixed it by adding proper try/catch blocks and applied the patch successfully.'
  const code = `export async function load(path) {\n  const text = await readFile(path)\n  return JSON.parse(text)\n}\n`
  const call = (callId: string, name: string, said: string): Message => ({
    role: 'assistant',
    parts: [
      { type: 'text', text: said },
      { type: 'tool-call', callId, name, input: { path: 'src/load.js' } },
    ],
  })
  const result = (callId: string, name: string, output: string): Message => ({
    role: 'tool',
    parts: [{ type: 'tool-result', callId, name, outcome: 'ok', output }],
  })
  const conversation = [
    user('Can you debug this code?'),
    call('1', 'read_file', 'Let me take a look.'),
    result('1', 'read_file', code.repeat(12)),
    assistant(
      `I found the issue: there is no error handling. ${'A file that is missing or malformed ends the whole program. '.repeat(8)}`,
    ),
    call('2', 'patch_file', 'Let me fix it.'),
    result('2', 'patch_file', 'The patch was applied successfully.'),
    assistant(
      `The fix is applied. Here is what I changed: try/catch blocks around both calls. ${'Each error is logged. '.repeat(8)}`,
    ),
    user('Can you explain why that fixed it?'),
    ...['Because errors no longer escape.', 'Yes, both.', 'No.'].flatMap(text => [assistant(text), user('And then?')]),
  ]

  test.each(['batch', 'strict'] as const)(
    '%s: one message takes the place of six, between the person’s words',
    async incremental => {
      const it = await openTestEngine({
        storage: openMemory(),
        window: 200_000,
        summariser: writing(digest),
        policy: { ...documented(incremental), threshold: { share: null, tokens: 2_000, messages: null, turns: null } },
      })
      const { store, conversation: id } = it.scope
      const added = conversation.map((message, at) => ({
        id: `m${at}`,
        type: 'message' as const,
        message,
        count: JSON.stringify(message.parts).length,
      }))
      await store.entries.append(id, added)
      expect(await compactNow(it.scope, { by: 'threshold', trigger: 'threshold' })).toMatchObject({ type: 'running' })
      await settle(it)
      const read = await shown(it)
      expect(read.slice(0, 3).map(({ kind }) => kind)).toEqual(['verbatim', 'digest', 'verbatim'])
      expect(textOf(read[0]!.message)).toBe('Can you debug this code?')
      expect(textOf(read[1]!.message)).toContain(digest)
      expect(textOf(read[2]!.message)).toBe('Can you explain why that fixed it?')
    },
  )
})
