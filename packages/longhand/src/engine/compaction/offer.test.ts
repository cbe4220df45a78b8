import { expect, test } from 'vitest'
import { activeCompaction } from '../../core/branch.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, plainSummary, say, saying, settle, type TestEngine } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { compactNow } from './compact-now.ts'
import { cancelCompaction } from './compactor.ts'
import { offerOf } from './offer.ts'
import { preview } from './preview.ts'
import { protectMessage } from './protect-message.ts'

const long = (text: string): string => `${text} ${'and the person went on with the next '.repeat(5)}`

/** A room whose person reads first; it is filled up to a share of its window. */
async function room(share: number) {
  let drafts = 0
  const summarise = async () => {
    drafts++
    return { type: 'answered', text: `${plainSummary} Draft ${drafts}.`, finish: 'stop', usage: null } as const
  }
  const it = await openTestEngine({
    storage: openMemory(),
    window: 10_000,
    reserve: 500,
    generate: saying(long('Yes')),
    summariser: { model: 'plain', window: 100_000, summarise },
    policy: { automatic: 'ask' },
  })
  const fill = async (upTo: number) => {
    while ((await readSnapshot(it.scope)).status.share! < upTo) await say(it, long('Question'))
  }
  await fill(share)
  return { ...it, fill, drafts: () => drafts }
}

const offered = async ({ scope }: TestEngine) => offerOf(scope, (await readSnapshot(scope)).conversation)
const counted = async ({ scope }: TestEngine) => activeCompaction((await readSnapshot(scope)).branch) !== null
const nobody = new AbortController().signal
const person = { by: 'force', trigger: 'person' } as const

test('C17 a summary that must be read first is offered from 70% on, and does not count by itself at 80%', async () => {
  const it = await room(0.66)
  expect(await offered(it)).toBeNull()
  await it.fill(0.72)
  expect(await offered(it)).not.toBeNull()
  await it.fill(0.9)
  expect(await counted(it)).toBe(false)
  expect(it.drafts()).toBe(1)
})

test('C17, F1 what does not fit is refused, and nothing was cut or folded behind the person’s back', async () => {
  const it = await room(0.9)
  const chunks = await say(it, 'x'.repeat(3_000))
  expect(JSON.stringify(chunks)).toContain('This does not fit')
  expect(await counted(it)).toBe(false)
})

test('C14, C17 the text that was read is the text that counts, and it is paid for once', async () => {
  const it = await room(0.75)
  const read = await preview(it.scope, person, nobody)
  await it.fill(0.8)
  const started = await compactNow(it.scope, person)
  if (started.type !== 'running' || read.type !== 'preview') throw new Error(started.type)
  expect(await started.done).toMatchObject({ type: 'completed' })
  const { branch } = await readSnapshot(it.scope)
  expect(activeCompaction(branch)!.folds).toMatchObject([{ text: read.text }])
  expect(it.drafts()).toBe(1)
  expect(await offered(it)).toBeNull()
})

/** A preview, and then the word that its text, or these, shall count; `said` in between. */
async function accepted(it: Awaited<ReturnType<typeof room>>, { words, said = 0 }: { words?: string; said?: number }) {
  const read = await preview(it.scope, person, nobody)
  if (read.type !== 'preview') throw new Error(read.reason)
  for (let at = 1; at <= said; at++) await say(it, 'Short.')
  const choice = { type: 'up-to', number: Math.max(...read.folding) } as const
  const started = await compactNow(it.scope, { ...person, choice, text: words ?? read.text })
  if (started.type !== 'running') throw new Error(started.type)
  const outcome = await started.done
  if (outcome.type !== 'completed') throw new Error(outcome.type)
  const { branch } = await readSnapshot(it.scope)
  const texts = activeCompaction(branch)!.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text]))
  return { read, texts, id: started.id, receipt: outcome.receipt }
}

test('C14, C11 a text that was first written for its preview counts as it was read, with its writer, and is paid for once', async () => {
  const it = await room(0.6)
  const { read, texts, id, receipt } = await accepted(it, { said: 2 })
  expect(texts).toEqual([read.text])
  expect(read.text).toContain('Draft 1')
  expect(it.drafts()).toBe(1)
  expect(receipt).toMatchObject({ id, model: 'plain', calls: 1, trigger: 'person', retention: read.retention })
})

test('C14, C11 a text that was edited, or read before something was protected, is the person’s own, and is not written again', async () => {
  const edited = await room(0.6)
  const mine = await accepted(edited, { words: 'Mine.' })
  expect(mine).toMatchObject({ texts: ['Mine.'], receipt: { model: null, calls: 0 } })
  expect(edited.drafts()).toBe(1)
  const moved = await room(0.6)
  const read = await preview(moved.scope, person, nobody)
  await protectMessage(moved.scope, 5, 'protect')
  if (read.type !== 'preview') throw new Error(read.reason)
  const started = await compactNow(moved.scope, { ...person, text: read.text })
  if (started.type !== 'running') throw new Error(started.type)
  expect(await started.done).toMatchObject({ type: 'completed', receipt: { model: null } })
  expect(moved.drafts()).toBe(1)
})

test('C14, C16 a text that was read for other messages does not bring its receipt along', async () => {
  const it = await room(0.6)
  const read = await preview(it.scope, person, nobody)
  if (read.type !== 'preview') throw new Error(read.reason)
  const started = await compactNow(it.scope, { ...person, text: read.text, choice: { type: 'up-to', number: 12 } })
  if (started.type !== 'running') throw new Error(started.type)
  expect(await started.done).toMatchObject({ type: 'completed', receipt: { model: null } })
})

test('C14, C17 an offer that is sent back as it was read is the one that counts', async () => {
  const it = await room(0.75)
  const offer = await offered(it)
  const { read, texts, id, receipt } = await accepted(it, {})
  expect(texts).toEqual([read.text])
  expect(id).toBe(offer!.id)
  expect(receipt).toMatchObject({ model: 'plain', phase: 'background' })
  expect(it.drafts()).toBe(1)
})

test('C14 who wants it written again gets another text, whatever lies ready', async () => {
  const it = await room(0.75)
  const read = await preview(it.scope, { ...person, rewrite: true }, nobody)
  expect(read).toMatchObject({ text: expect.stringContaining('Draft 2') })
  expect(await offered(it)).not.toBeNull()
})

test('C17 who sends one away is not offered another before ten more messages', async () => {
  const it = await room(0.71)
  await cancelCompaction(it.scope)
  for (let at = 1; at <= 4; at++) await say(it, 'Short.')
  expect([await offered(it), it.drafts()]).toEqual([null, 1])
  await say(it, 'Short.')
  expect(await offered(it)).not.toBeNull()
  expect(it.drafts()).toBe(2)
})

test('C5, C17 what was protected meanwhile spoils an offer: it is not shown as if it could be accepted', async () => {
  const it = await room(0.75)
  await protectMessage(it.scope, 5, 'protect')
  expect(await offered(it)).toBeNull()
})

test('C17, M what the model asks for waits for the person too', async () => {
  const it = await room(0.6)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'tool' })
  if (started.type !== 'running') throw new Error(started.type)
  expect(await started.done).toEqual({ type: 'prepared' })
  await settle(it)
  expect(await counted(it)).toBe(false)
  expect(await offered(it)).not.toBeNull()
})
