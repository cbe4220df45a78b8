import { afterEach, describe, expect, test } from 'vitest'
import { activeCompaction } from '../../core/branch.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { sketch } from '../../testing/draw.ts'
import { armFailpoints, disarmFailpoints, reached, release } from '../../testing/failpoint.ts'
import {
  briefly,
  openTestEngine,
  plainSummary,
  say,
  saying,
  scripted,
  settle,
  type TestEngine,
  type TestEngineOptions,
} from '../../testing/test-engine.ts'
import { scopeOf } from '../engine.ts'
import type { Generate } from '../ports/chat-model.ts'
import { localOwner } from '../ports/store.ts'
import { readSnapshot } from '../snapshot.ts'
import { recoverOnce } from '../turn/recovery.ts'
import { compactNow } from './compact-now.ts'
import { cancelCompaction } from './compactor.ts'
import { redoCompaction, undoCompaction } from './undo-compaction.ts'

afterEach(disarmFailpoints)

const long = (text: string): string => `${text} ${'and the person went on with the next '.repeat(11)}`
const room = (options: Partial<TestEngineOptions> = {}) =>
  openTestEngine({ storage: openMemory(), window: 10_000, reserve: 500, generate: saying(long('Yes')), ...options })

const summarise = async () => ({ type: 'answered', text: plainSummary, finish: 'stop', usage: null }) as const
const summariser = { model: 'plain', window: 100_000, summarise }

/** Talks until the window is that full. */
async function fill(it: TestEngine, share: number) {
  while ((await readSnapshot(it.scope)).status.share! < share) await say(it, long('Question'))
}

const phases = ({ events }: TestEngine) => events.flatMap(event => (event.type === 'compaction' ? [event.phase] : []))
const seen = async ({ scope }: TestEngine) => sketch((await readSnapshot(scope)).view)

describe('C5 ahead of need', () => {
  test('H2 below the threshold the model reads every word and nobody hears of a compaction', async () => {
    const it = await room({ summariser })
    await fill(it, 0.72)
    expect(phases(it)).toEqual([])
    expect(await seen(it)).not.toContain('Σ')
    expect(await it.scope.store.compactions.list(it.scope.conversation)).toMatchObject([{ status: 'ready' }])
  })

  test('at the threshold the prepared summary is swapped in before the model reads', async () => {
    const it = await room({ summariser })
    await fill(it, 0.72)
    const calls = it.asked.length
    while (phases(it).length === 0) await say(it, long('More'))
    expect(phases(it)).toEqual(['started', 'completed'])
    const request = it.asked.slice(calls).find(({ messages }) => JSON.stringify(messages[1]).includes('<summary>'))
    expect(request?.messages[0]).toEqual(it.asked[0]!.messages[0])
    expect((await readSnapshot(it.scope)).status.share).toBeLessThan(0.8)
  })

  test('what needs no model is not written ahead: it is made at the threshold, before the model reads', async () => {
    const it = await room()
    await fill(it, 0.75)
    expect(await it.scope.store.compactions.list(it.scope.conversation)).toEqual([])
    await say(it, 'x'.repeat(1_200))
    expect(phases(it)).toEqual(['started', 'completed'])
    expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain('<summary>')
  })

  test('… unless that would take long: then it runs beside the turn', async () => {
    const page = 'A line of a page that is long. '.repeat(1_250)
    const it = await room({ window: 400_000, generate: saying('Read.') })
    while (phases(it).length === 0) await say(it, page)
    expect(JSON.stringify(it.asked.at(-1)!.messages)).not.toContain('<summary>')
    expect(await seen(it)).toContain('Σ')
  })

  test('V4 the stored summary is read by another process, not written again', async () => {
    const storage = openMemory()
    const it = await room({ storage })
    await fill(it, 0.72)
    while (phases(it).length === 0) await say(it, long('More'))
    const other = await room({ storage, conversation: it.scope.conversation, worker: 'w2' })
    expect((await readSnapshot(other.scope)).view).toEqual((await readSnapshot(it.scope)).view)
    await say(other, 'Still there?')
    expect(JSON.stringify(other.asked[0]!.messages[1])).toContain('<summary>')
  })
})

describe('C6 late', () => {
  test('a message that still fits goes ahead and the compaction runs beside it', async () => {
    const it = await room({ policy: { prepare: 1 }, summariser })
    await fill(it, 0.7)
    const chunks = await say(it, 'x'.repeat(1_200))
    expect(it.asked.some(({ messages }) => JSON.stringify(messages).includes('<summary>'))).toBe(false)
    expect(chunks.some(({ type }) => type === 'data-compaction')).toBe(true)
    expect(phases(it)).toEqual(['started', 'completed'])
    expect(await seen(it)).toContain('Σ')
  })

  test('a message that does not fit is answered at once, with the old part in its own words', async () => {
    const it = await room({
      policy: { prepare: 1, threshold: { share: 1, tokens: null, messages: null, turns: null } },
    })
    await fill(it, 0.87)
    await say(it, 'x'.repeat(2_000))
    expect(phases(it)).toEqual(['started', 'completed'])
    expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain('<summary>')
  })

  /** Eight turns, in four of which the model reads a page of so many words. */
  async function readPages(words: number) {
    let reads = 0
    const generate = scripted(({ messages }) => {
      if (reads === 4 || messages.at(-1)!.role === 'tool')
        return [{ role: 'assistant', parts: [{ type: 'text', text: 'Read.' }] }]
      const callId = `c${++reads}`
      const output = `Page ${reads}. `.repeat(words)
      return [
        { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'read', input: {} }] },
        { role: 'tool', parts: [{ type: 'tool-result', callId, name: 'read', outcome: 'ok', output }] },
      ]
    })
    const it = await room({ generate, window: 20_000, policy: { prepare: 1 } })
    for (let turn = 0; turn < 8; turn++) await say(it, 'Go on.')
    return it
  }

  test.each([300, 430])(
    'C6 tool outputs of %i words are not cut first: the old part is folded at once',
    async words => {
      const it = await readPages(words)
      await say(it, 'x'.repeat(10_500))
      expect(phases(it)).toEqual(['started', 'completed'])
      // Two changes of the old part would be two requests that no cache knows.
      const [fold] = (await readSnapshot(it.scope)).branch.filter(({ type }) => type === 'compaction')
      expect(fold).toMatchObject({ version: 1, folds: [{ type: 'summary' }] })
    },
  )

  test('C17 with automatic compaction off only the limit is enforced, with a clear message', async () => {
    const it = await room({ policy: { automatic: 'off' } })
    await fill(it, 0.93)
    const chunks = await say(it, 'x'.repeat(2_000))
    expect(phases(it)).toEqual([])
    expect(JSON.stringify(chunks)).toMatch(
      /This does not fit\. The view needs [\d,]+ tokens; 9,500 are free\. Largest: ¶ \d+/,
    )
  })

  test('F1 a single message larger than the window is refused and named, with no endless compaction', async () => {
    const it = await room()
    const chunks = await say(it, 'x'.repeat(20_000))
    expect(JSON.stringify(chunks)).toContain('This does not fit')
    expect(it.asked).toHaveLength(0)
    expect(phases(it)).toEqual([])
  })
})

describe('F2 a provider that says it is too much', () => {
  const overflowing =
    (until: (length: number) => boolean, limit: number | null): Generate =>
    (request, signal) =>
      until(JSON.stringify(request.messages).length)
        ? (async function* () {
            yield { type: 'failed' as const, failure: { type: 'overflow' as const, used: 9_999, limit } }
          })()
        : saying(long('Yes'))(request, signal)

  test('one compaction, one retry, and the answer comes', async () => {
    const it = await room({ generate: overflowing(length => length > 7_500, 8_000), policy: { prepare: 1 } })
    await fill(it, 0.6)
    while (phases(it).length === 0) await say(it, long('More'))
    expect(phases(it)).toEqual(['started', 'completed'])
    expect((await readSnapshot(it.scope)).branch.at(-1)).toMatchObject({
      type: 'message',
      message: { role: 'assistant' },
    })
  })

  test('T5 the window that the error names is remembered', async () => {
    const it = await room({ generate: overflowing(length => length > 7_500, 8_000), policy: { prepare: 1 } })
    while (phases(it).length === 0) await say(it, long('More'))
    expect((await readSnapshot(it.scope)).status.window).toBe(8_000)
  })

  test('F2 one that always says so ends with a clear error after few calls', async () => {
    const it = await room({ generate: overflowing(() => true, null) })
    const chunks = await say(it, 'Hello')
    expect(it.asked.length).toBeLessThanOrEqual(3)
    expect(JSON.stringify(chunks)).toContain('does-not-fit')
  })
})

describe('by hand', () => {
  test('M /compact below the threshold says so and does nothing; --force does it', async () => {
    const it = await room()
    await fill(it, 0.5)
    expect(await compactNow(it.scope, { by: 'person', trigger: 'person' })).toEqual({ type: 'rest', reason: 'fits' })
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    if (started.type !== 'running') throw new Error(started.type)
    expect(await started.done).toMatchObject({ type: 'completed', receipt: { trigger: 'person', version: 1 } })
  })

  test('C12 a second one within 30 s is told how long to wait', async () => {
    const it = await room()
    await fill(it, 0.5)
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await settle(it)
    const wait = { type: 'cooling-down', waitMs: expect.any(Number) }
    expect(await compactNow(it.scope, { by: 'person', trigger: 'person' })).toEqual(wait)
    expect(await compactNow(it.scope, { by: 'force', trigger: 'person' })).toEqual(wait)
    await say(it, long('More'))
    expect(await compactNow(it.scope, { by: 'force', trigger: 'person' })).toEqual(wait)
  })

  test('C12 a request while one runs is answered with that one', async () => {
    const it = await room()
    await fill(it, 0.5)
    armFailpoints('entries.walk:before=pause')
    const first = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await reached('entries.walk:before')
    const second = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    release('entries.walk:before')
    expect(second).toMatchObject({ type: 'running', id: (first as { id: string }).id })
    await settle(it)
    expect(phases(it)).toEqual(['started', 'completed'])
  })

  test('F4 cancelling leaves the view byte for byte as it was', async () => {
    const it = await room()
    await fill(it, 0.5)
    const before = JSON.stringify((await readSnapshot(it.scope)).view)
    armFailpoints('compactions.draft:before=pause')
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await reached('compactions.draft:before')
    await cancelCompaction(it.scope)
    release('compactions.draft:before')
    if (started.type === 'running') expect(await started.done).toEqual({ type: 'cancelled' })
    expect(JSON.stringify((await readSnapshot(it.scope)).view)).toBe(before)
    expect(phases(it)).toEqual(['started', 'cancelled'])
  })

  test('C15 undo brings back the view before, redo the one after', async () => {
    const it = await room()
    await fill(it, 0.5)
    const before = JSON.stringify((await readSnapshot(it.scope)).view)
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await settle(it)
    const after = JSON.stringify((await readSnapshot(it.scope)).view)
    await undoCompaction(it.scope)
    expect(JSON.stringify((await readSnapshot(it.scope)).view)).toBe(before)
    await redoCompaction(it.scope)
    expect(JSON.stringify((await readSnapshot(it.scope)).view)).toBe(after)
  })

  test('C12 /compact twice changes nothing, however long the person waits in between', async () => {
    let passed = 0
    const now = () => Date.now() + passed
    const it = await room({ storage: openMemory({ now }), clock: { now, sleep: briefly } })
    await fill(it, 0.6)
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await settle(it)
    const once = JSON.stringify((await readSnapshot(it.scope)).view)
    passed += 3_600_000
    for (const by of ['person', 'force'] as const) {
      expect(await compactNow(it.scope, { by, trigger: 'person' })).toMatchObject({ type: 'rest' })
    }
    await settle(it)
    expect(JSON.stringify((await readSnapshot(it.scope)).view)).toBe(once)
    expect(phases(it)).toEqual(['started', 'completed'])
  })

  test('V5 a second compaction stacks on the first', async () => {
    let passed = 0
    const it = await room({ storage: openMemory({ now: () => Date.now() + passed }) })
    for (const version of [1, 2]) {
      await fill(it, 0.6)
      await compactNow(it.scope, { by: 'force', trigger: 'person' })
      await settle(it)
      expect(activeCompaction((await readSnapshot(it.scope)).branch)?.version).toBe(version)
      passed += 30_000
    }
    expect((await seen(it)).split('Σ')).toHaveLength(2)
  })
})

describe('several processes', () => {
  test('C12 two that compact the same conversation make one compaction', async () => {
    const storage = openMemory()
    const it = await room({ storage })
    await fill(it, 0.5)
    const other = await room({ storage, conversation: it.scope.conversation, worker: 'w2' })
    const started = await Promise.all(
      [it, other].map(({ scope }) => compactNow(scope, { by: 'force', trigger: 'person' })),
    )
    await Promise.all(started.map(one => (one.type === 'running' ? one.done : null)))
    const jobs = await it.scope.store.compactions.list(it.scope.conversation)
    expect(jobs.filter(({ status }) => status === 'done')).toHaveLength(1)
    expect([...phases(it), ...phases(other)].filter(phase => phase === 'completed')).toHaveLength(1)
  })

  test('C7 whoever waits for the other hears that there was nothing to gain', async () => {
    const storage = openMemory()
    const it = await room({ storage })
    await fill(it, 0.5)
    armFailpoints('entries.walk:before=pause')
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await reached('entries.walk:before')
    const other = await room({ storage, conversation: it.scope.conversation, worker: 'w2' })
    const started = await compactNow(other.scope, { by: 'force', trigger: 'person' })
    const [job] = await storage.as(localOwner).compactions.list(it.scope.conversation)
    await storage.as(localOwner).compactions.end(job!, 'rejected', 'Not worth it.')
    expect(started.type === 'running' && (await started.done)).toMatchObject({
      type: 'gained-nothing',
      sentence: 'Not worth it.',
    })
    disarmFailpoints()
    await settle(it)
  })

  test('C13 one that died in mid-compaction is taken over; its draft is not written again', async () => {
    const storage = openMemory()
    const it = await room({ storage })
    await fill(it, 0.5)
    armFailpoints('compactions.finish:before=hang')
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await new Promise(resolve => setTimeout(resolve, 30))
    // The dead hold no leases: whoever hangs here must not go on renewing his.
    it.engine.activeCompactions.get(it.scope.conversation)?.stop.abort('shutdown')
    await storage.maintenance.endLeases()
    disarmFailpoints()
    armFailpoints('entries.walk:before=throw')
    const other = await room({ storage, conversation: it.scope.conversation, worker: 'w2' })
    await recoverOnce(other.engine)
    expect(phases(other)).toContain('completed')
    expect(
      activeCompaction((await readSnapshot(scopeOf(other.engine, localOwner, it.scope.conversation))).branch)?.version,
    ).toBe(1)
  })
})

test('C1 a tool loop that outgrows the window is compacted between its steps', async () => {
  let step = 0
  const working = scripted(() => {
    step++
    if (step > 30) return [{ role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] }]
    return [
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: `c${step}`, name: 'read', input: { file: `src/f${step}.ts` } }],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: `c${step}`, name: 'read', outcome: 'ok', output: long(`line ${step}`) }],
      },
    ]
  })
  const it = await room({ generate: working })
  await say(it, 'Read all of it')
  expect(phases(it)).toContain('completed')
  const { view, status } = await readSnapshot(it.scope)
  expect(status.share).toBeLessThan(0.9)
  expect(view[0]!.message).toEqual({ role: 'user', parts: [{ type: 'text', text: 'Read all of it' }] })
  expect(view.at(-1)!.message.parts).toEqual([{ type: 'text', text: 'Done.' }])
})

test('F1 a tool output larger than the window is cut, visibly, and the turn goes on', async () => {
  let step = 0
  const huge = scripted(() => {
    if (++step > 1) return [{ role: 'assistant', parts: [{ type: 'text', text: 'Read.' }] }]
    return [
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name: 'read', input: {} }] },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', output: 'y'.repeat(50_000) }],
      },
    ]
  })
  const it = await room({ generate: huge })
  await say(it, 'Read the big one')
  expect(it.asked).toHaveLength(2)
  expect(JSON.stringify(it.asked[1]!.messages)).toContain('characters trimmed; stored in full as ¶ 3')
  const { view } = await readSnapshot(it.scope)
  expect(view.map(({ kind }) => kind)).toEqual(['verbatim', 'verbatim', 'trimmed', 'verbatim'])
})

test('F1 the outputs that the model has not read yet are cut last', async () => {
  const outputs = ['a'.repeat(5_000), 'b'.repeat(5_500)]
  let step = 0
  const reading = scripted(() => {
    const output = outputs[step++]
    if (output === undefined) return [{ role: 'assistant', parts: [{ type: 'text', text: 'Read.' }] }]
    const call = { callId: `c${step}`, name: 'read' }
    return [
      { role: 'assistant', parts: [{ type: 'tool-call', ...call, input: {} }] },
      { role: 'tool', parts: [{ type: 'tool-result', ...call, outcome: 'ok', output }] },
    ]
  })
  const it = await room({ generate: reading })
  await say(it, 'Read both')
  const last = JSON.stringify(it.asked.at(-1)!.messages)
  expect(last).toContain(outputs[1])
  expect(last).not.toContain(outputs[0])
  expect(last).toContain('characters trimmed; stored in full as ¶ 3')
})

test('F1 a conversation that cannot be made to fit stops after few attempts, and says so', async () => {
  const it = await room({ policy: { keep: { by: 'messages', amount: 99 } } })
  const chunks = []
  for (let turn = 0; turn < 3; turn++) chunks.push(...(await say(it, 'z'.repeat(60_000))))
  expect(JSON.stringify(chunks)).toContain('This does not fit')
  expect(phases(it).length).toBeLessThanOrEqual(3)
})

test('F1 messages that were to stay are folded before a request is refused, and the newest stays', async () => {
  const it = await room({ policy: { keep: { by: 'messages', amount: 99 } } })
  const chunks = []
  for (let turn = 0; turn < 12; turn++) chunks.push(...(await say(it, `${turn} ${'z'.repeat(1_500)}`)))
  expect(JSON.stringify(chunks)).not.toContain('This does not fit')
  expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain(`11 ${'z'.repeat(1_500)}`)
})

test('F3 summaries that are turned down again and again are no longer asked for, ahead of need or not', async () => {
  let asked = 0
  const summarise = async () => {
    asked++
    return { type: 'answered', text: '## Goal\n\n## State\n', finish: 'stop', usage: null } as const
  }
  const it = await room({ summariser: { model: 'skeletons', window: 100_000, summarise } })
  await fill(it, 0.7)
  for (let turn = 0; turn < 4; turn++) await say(it, 'Short.')
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(6)
  expect(await it.scope.store.compactions.list(it.scope.conversation)).toHaveLength(3)
})

test('C7 tool outputs in the recent part are cut when folding alone does not reach the target', async () => {
  let step = 0
  const working = scripted(() => {
    step++
    const output = step === 3 ? 'y'.repeat(4_500) : long(`line ${step}`)
    if (step % 4 === 0) return [{ role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] }]
    return [
      { role: 'assistant', parts: [{ type: 'tool-call', callId: `c${step}`, name: 'read', input: {} }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: `c${step}`, name: 'read', outcome: 'ok', output }] },
    ]
  })
  const it = await room({ generate: working, policy: { keep: { by: 'messages', amount: 14 }, prepare: 1 } })
  while (phases(it).length < 2) await say(it, 'Work')
  const kinds = (await readSnapshot(it.scope)).view.map(({ kind }) => kind)
  expect(kinds).toContain('trimmed')
  expect((await readSnapshot(it.scope)).status.share).toBeLessThan(0.6)
})

test('D3 the newest summary can be found from other conversations', async () => {
  let turn = 0
  const it = await room({
    generate: scripted(() => [
      { role: 'assistant', parts: [{ type: 'text', text: long(`We put table${++turn} into src/ledger${turn}.ts`) }] },
    ]),
  })
  await fill(it, 0.5)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  if (started.type === 'running') await started.done
  const found = await it.scope.store.memories.search('ledger2')
  expect(found.map(({ conversation }) => conversation)).toEqual([it.scope.conversation])
})

test('Q4 a fold never says nothing, also when all it folds is said elsewhere', async () => {
  const it = await room()
  await fill(it, 0.5)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  if (started.type === 'running') await started.done
  expect(await it.scope.store.memories.get(it.scope.conversation)).toMatchObject({ text: expect.stringMatching(/\S/) })
})

test('F1 a conversation with more facts than any window holds goes on for ever, and its summary says what it is', async () => {
  const it = await room({ generate: saying('Noted.') })
  for (let turn = 1; turn <= 120; turn++) {
    const facts = Array.from({ length: 8 }, (_, at) => `src/part-${turn}/file-${at}-${turn * 31 + at}.ts`)
    const chunks = await say(it, `Look at ${facts.join(' and ')}.`)
    expect(chunks.filter(({ type }) => type === 'data-failure')).toEqual([])
  }
  const { branch, view } = await readSnapshot(it.scope)
  expect(activeCompaction(branch)!.version).toBeGreaterThan(5)
  expect(JSON.stringify(view)).toMatch(/are shortened to what fits/)
})
