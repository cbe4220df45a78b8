import { describe, expect, onTestFinished, test } from 'vitest'
import { activeCompaction } from '../../core/branch.ts'
import { user } from '../../core/message.ts'
import { classic } from '../../core/policy.ts'
import type { Receipt } from '../../core/receipt.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import {
  openTestEngine,
  plainSummary,
  say,
  saying,
  settle,
  type TestEngine,
  type TestEngineOptions,
} from '../../testing/test-engine.ts'
import type { SummaryAnswer, SummaryRequest } from '../ports/summariser.ts'
import { readSnapshot } from '../snapshot.ts'
import { send } from '../turn/send.ts'
import { compactNow } from './compact-now.ts'
import { cancelCompaction } from './compactor.ts'
import { awaitProse, keepProse } from './kept-prose.ts'
import { parseReceipt } from './parse-job.ts'
import { protectMessage } from './protect-message.ts'
import { editSummary, undoCompaction } from './undo-compaction.ts'

const long = (text: string): string => `${text} ${'and the person went on with the next '.repeat(5)}`
const answer: SummaryAnswer = {
  ...{ type: 'answered', text: plainSummary, finish: 'stop' },
  usage: { input: 900, output: 100, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
}
const itsWords = 'one question after the other'

/** A conversation in a small window, and a summariser that answers when it is told to. */
async function room(options: Partial<TestEngineOptions> = {}) {
  const drafts: SummaryRequest[] = []
  let waiting: ((given: SummaryAnswer) => void) | null = null
  let isSlow = false
  const summarise = (request: SummaryRequest) => {
    drafts.push(request)
    return isSlow
      ? new Promise<SummaryAnswer>(resolve => {
          waiting = resolve
        })
      : Promise.resolve(answer)
  }
  const it = await openTestEngine({
    ...{ storage: openMemory(), window: 10_000, reserve: 500, generate: saying(long('Yes')) },
    summariser: { model: 'plain', window: 100_000, summarise },
    prices: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
    ...options,
  })
  return {
    ...it,
    drafts,
    slowDown: () => {
      isSlow = true
    },
    answerNow: (given = answer) => {
      isSlow = false
      waiting!(given)
    },
  }
}

/** A summary is being written when a message comes that cannot wait for it. */
async function overtaken(options: Partial<TestEngineOptions> = {}) {
  const it = await room(options)
  it.slowDown()
  while (it.drafts.length === 0) await said(it, long('Question'))
  await said(it, 'x'.repeat(2_900))
  expect(await version(it)).toBe(1)
  return it
}

/** Says something and waits for the answer, but for nothing that runs beside it. */
async function said({ scope, engine }: TestEngine, text: string): Promise<void> {
  await send(scope, { id: crypto.randomUUID(), message: user(text) })
  await engine.activeTurns.get(scope.conversation)?.done
  for (let more = 0; more < 3; more++) await new Promise(resolve => setTimeout(resolve, 3))
}

const inForce = async ({ scope }: TestEngine) => activeCompaction((await readSnapshot(scope)).branch)
const version = async (it: TestEngine) => (await inForce(it))?.version ?? 0
const text = async (it: TestEngine) => JSON.stringify((await inForce(it))?.folds ?? [])
const receipts = async ({ scope }: TestEngine) =>
  (await scope.store.compactions.list(scope.conversation)).filter(({ status }) => status === 'done').map(parseReceipt)

/** Talks until another text is in force. */
async function nextFold(it: TestEngine) {
  const before = await version(it)
  while ((await version(it)) === before) await say(it, long('More'))
}

describe('C20 a summary that could not be waited for', () => {
  test('is not paid in vain: the next fold is written around it, and nobody is asked again', async () => {
    const it = await overtaken()
    expect(await text(it)).not.toContain(itsWords)
    it.answerNow()
    await settle(it)
    expect(await version(it)).toBe(1)
    await nextFold(it)
    expect(await text(it)).toContain(itsWords)
    expect(await text(it)).toMatch(/was written at ¶\d+\. Lines with higher numbers came later/)
    expect(it.drafts).toHaveLength(1)
  })

  test('C11 is on the receipt of the first fold that holds it, and on no other', async () => {
    const it = await overtaken()
    it.answerNow()
    await nextFold(it)
    await nextFold(it)
    expect(await text(it)).toContain(itsWords)
    const [third, second, first] = await receipts(it)
    expect(first).toMatchObject({ method: 'extract', model: null, calls: 0, cost: 0 })
    expect(second).toMatchObject({ method: 'summary', model: 'plain', calls: 1 })
    expect(second!.cost).toBeGreaterThan(0)
    expect(third).toMatchObject({ method: 'summary', model: 'plain', calls: 0, cost: 0 })
  })

  test('is waited for: while it is written, what is due is folded without asking again', async () => {
    const it = await overtaken()
    await said(it, 'x'.repeat(2_900))
    await said(it, 'x'.repeat(2_900))
    expect(await version(it)).toBeGreaterThan(1)
    expect(it.drafts).toHaveLength(1)
    it.answerNow()
    await settle(it)
  })

  test('is kept as well when it was asked for at the threshold, and not ahead of it', async () => {
    const it = await overtaken({ policy: { prepare: 0.99 } })
    it.answerNow()
    await settle(it)
    expect(await version(it)).toBe(1)
    await nextFold(it)
    expect(await text(it)).toContain(itsWords)
    expect(it.drafts).toHaveLength(1)
  })

  test('is not forgotten when it came just before its fold was let go', async () => {
    const { scope } = await room()
    const span = { from: 2, to: 5 }
    const prose = { text: itsWords, model: 'plain', method: 'summary', span, line: 0, epoch: 0, whole: 900 } as const
    expect(await keepProse(scope, 'a', { ...prose, calls: 1, usage: [] })).toBe(false)
    await awaitProse(scope, 'a', 1_000)
    const late = () => scope.store.prose.get(scope.conversation)
    expect(await late()).toMatchObject({ id: 'a', prose: { text: itsWords } })
    await awaitProse(scope, 'b', 1_000)
    expect(await late()).toMatchObject({ id: 'b', prose: null })
  })

  test('that fails leaves nothing behind: the next one is asked for', async () => {
    const it = await overtaken()
    it.answerNow({ type: 'failed', failure: { type: 'refused-key', sentence: 'No.' } })
    await settle(it)
    await nextFold(it)
    expect(it.drafts.length).toBeGreaterThan(1)
  })

  test.each([
    ['the person puts the fold in their own words', (it: TestEngine) => editSummary(it.scope, '## Goal\nMine.')],
    ['the person protects a message', (it: TestEngine) => protectMessage(it.scope, 3, 'protect')],
    ['the person cancels', (it: TestEngine) => cancelCompaction(it.scope)],
  ])('is dropped when %s', async (_, act) => {
    const it = await overtaken()
    it.answerNow()
    await settle(it)
    await act(it)
    await nextFold(it)
    expect(it.drafts.length).toBeGreaterThan(1)
  })

  test('is dropped when the person undoes the fold', async () => {
    const it = await overtaken()
    it.answerNow()
    await settle(it)
    await undoCompaction(it.scope)
    // What does not fit again is folded again, without the words of before.
    await said(it, long('More'))
    expect((await receipts(it))[0]).toMatchObject({ method: 'extract', calls: 0 })
    expect(await text(it)).not.toContain(itsWords)
  })

  test('C18 makes way for a person who asks by hand: the originals are read again', async () => {
    const it = await overtaken({ storage: openMemory({ now: passing() }) })
    it.answerNow()
    await settle(it)
    for (let more = 0; more < 3; more++) await say(it, long('More'))
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    expect(started.type === 'running' && (await started.done)).toMatchObject({ receipt: { calls: 1 } })
    expect(it.drafts).toHaveLength(2)
    expect(it.drafts[1]!.previous).toBeNull()
  })
})

describe('C20 a summariser’s words in force', () => {
  test.each([
    ['the window', {}],
    ['a threshold far below it', { threshold: { ...classic.threshold, tokens: 5_000 } }],
  ])(
    'are kept until four views are said, by %s; then it is asked again, with them and what came after',
    async (_, policy) => {
      const it = await room({ policy })
      await nextFold(it)
      const [{ whole: asked }] = (await receipts(it)) as [Receipt]
      while (it.drafts.length === 1) await say(it, long('More'))
      const { totals } = (await readSnapshot(it.scope)).conversation
      const view = Math.max(...(await receipts(it)).map(({ before }) => before))
      const views = (totals.tokens - asked!) / view
      expect(views).toBeGreaterThan(3)
      expect(views).toBeLessThan(5)
      expect(it.drafts[1]!.previous).toContain(itsWords)
      // C18 so much was said since that the text in force is read, with what the folds in between added to it.
      expect(it.drafts[1]!.previous).toContain('was written at ¶')
      expect((await receipts(it)).slice(0, -1).map(({ calls }) => calls)).toContain(0)
    },
  )

  test.each([
    ['in memory', async () => ({ storage: openMemory(), close: async () => {} })],
    ['in the embedded store', embeddedForTests],
  ])('V4 C13 are stored with the fold, %s: another process writes around them, and asks nobody', async (_, open) => {
    const { storage, close } = await open()
    onTestFinished(close)
    const it = await room({ storage })
    await nextFold(it)
    const other = await room({ storage, conversation: it.scope.conversation, worker: 'w2' })
    await nextFold(other)
    expect(other.drafts).toHaveLength(0)
    expect(await text(other)).toContain(itsWords)
  })

  test('C13 are stored with the plan: whoever takes over a fold that was not finished asks nobody either', async () => {
    const storage = openMemory()
    const it = await room({ storage })
    await nextFold(it)
    await nextFold(it)
    const [newest] = await it.scope.store.compactions.list(it.scope.conversation)
    expect(newest).toMatchObject({
      plan: { kept: { as: 'prose', prose: { text: expect.stringContaining(itsWords) } } },
    })
  })
})

/** A clock on which every look is a minute later, so that nothing is too short ago. */
function passing(): () => number {
  let now = Date.now()
  return () => {
    now += 60_000
    return now
  }
}
