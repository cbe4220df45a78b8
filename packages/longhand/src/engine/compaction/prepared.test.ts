import { afterEach, describe, expect, test, vi } from 'vitest'
import { activeCompaction } from '../../core/branch.ts'
import { user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
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
import type { Generate } from '../ports/chat-model.ts'
import type { SummaryRequest } from '../ports/summariser.ts'
import { readSnapshot } from '../snapshot.ts'
import { send, stopTurn } from '../turn/send.ts'
import { compactNow } from './compact-now.ts'
import { startCompaction } from './compactor.ts'
import { protectMessage } from './protect-message.ts'
import { trimOutputs } from './trim-outputs.ts'
import { editSummary } from './undo-compaction.ts'

afterEach(disarmFailpoints)

const long = (text: string): string => `${text} ${'and the person went on with the next '.repeat(5)}`

/** A room whose window is about to be full enough for a summary to be prepared, and what the summariser was asked. */
async function room(options: Partial<TestEngineOptions> = {}) {
  const asked: SummaryRequest[] = []
  const summarise = async (request: SummaryRequest) => {
    asked.push(request)
    return { type: 'answered', text: plainSummary, finish: 'stop', usage: null } as const
  }
  let speaking = saying(long('Yes'))
  const it = await openTestEngine({
    storage: openMemory(),
    window: 10_000,
    reserve: 500,
    generate: (request, signal) => speaking(request, signal),
    summariser: { model: 'plain', window: 100_000, summarise },
    ...options,
  })
  while ((await readSnapshot(it.scope)).status.share! < 0.66) await say(it, long('Question'))
  const speakAs = (other: Generate) => {
    speaking = other
  }
  return { ...it, drafts: asked, speakAs }
}

/** Says something and waits for the answer, but for nothing that runs beside it. */
async function said({ scope, engine }: TestEngine, text: string): Promise<void> {
  await send(scope, { id: crypto.randomUUID(), message: user(text) })
  await engine.activeTurns.get(scope.conversation)?.done
}

/** A model that looks into a file once and has seen enough. */
function readingOnce(output: string): Generate {
  let read = false
  return scripted(() => {
    if (read) return [{ role: 'assistant', parts: [{ type: 'text', text: long('Yes') }] }]
    read = true
    return [
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'read', input: {} }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', name: 'read', outcome: 'ok', output }] },
    ]
  })
}

const statuses = async ({ scope }: TestEngine) =>
  (await scope.store.compactions.list(scope.conversation)).map(({ status }) => status)
const version = async ({ scope }: TestEngine) => activeCompaction((await readSnapshot(scope)).branch)?.version ?? 0

describe('C5 a summary that waits for the threshold', () => {
  test('M serves a person who asks for condensing before that', async () => {
    const it = await room()
    await say(it, long('More'))
    expect(await statuses(it)).toEqual(['ready'])
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    if (started.type !== 'running') throw new Error(started.type)
    expect(await started.done).toMatchObject({ type: 'completed', receipt: { version: 1 } })
    expect(it.drafts).toHaveLength(1)
  })

  test('C9 makes way for one with instructions of the person', async () => {
    const it = await room()
    await say(it, long('More'))
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person', instructions: 'Keep the prices.' })
    if (started.type !== 'running') throw new Error(started.type)
    expect(await started.done).toMatchObject({ type: 'completed' })
    expect(it.drafts.map(({ instructions }) => instructions)).toEqual([null, 'Keep the prices.'])
    expect(await statuses(it)).toEqual(['done', 'cancelled'])
  })

  test('C6 N4 makes way when a message would have to wait for it: the old part is folded in its own words, at once', async () => {
    const it = await room()
    armFailpoints('entries.walk:after=pause@1')
    await said(it, long('More'))
    await reached('entries.walk:after')
    await said(it, 'x'.repeat(2_500))
    expect(it.drafts).toHaveLength(0)
    expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain('<summary>')
    const [hasty, ahead] = await it.scope.store.compactions.list(it.scope.conversation)
    expect(hasty).toMatchObject({ status: 'done', receipt: { method: 'extract', model: null, trigger: 'limit' } })
    expect(ahead).toMatchObject({ status: 'cancelled' })
    release('entries.walk:after')
    await settle(it)
    expect(await version(it)).toBe(1)
  })

  test('C6 C18 after one in its own words, the next is written from the originals', async () => {
    const it = await room({ policy: { prepare: 1 } })
    await say(it, 'x'.repeat(2_600))
    expect(it.drafts).toHaveLength(0)
    await startCompaction(it.scope, await readSnapshot(it.scope), {
      by: 'force',
      trigger: 'threshold',
      when: 'at-threshold',
    })
    await settle(it)
    expect(it.drafts).toMatchObject([{ previous: null }])
    expect(it.drafts[0]!.transcript).toContain('Question and the person went on')
  })

  test('C6 C15 … unless the person has put it in words of their own: those are read', async () => {
    const it = await room({ policy: { prepare: 1 } })
    await say(it, 'x'.repeat(2_900))
    await editSummary(it.scope, '## Goal\nMine: the harbour opens at seven.')
    for (let more = 0; more < 3; more++) await say(it, long('Question'))
    await startCompaction(it.scope, await readSnapshot(it.scope), {
      by: 'force',
      trigger: 'threshold',
      when: 'at-threshold',
    })
    await settle(it)
    expect(it.drafts).toMatchObject([{ previous: expect.stringContaining('the harbour opens at seven') }])
  })

  test('W2 it says how many messages stay; what is no message does not count', async () => {
    const it = await room({ policy: { prepare: 1 } })
    const newest = (await readSnapshot(it.scope)).branch.findLast(entry => entry.type === 'message')!
    await protectMessage(it.scope, newest.number, 'protect')
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await settle(it)
    expect(it.events).toContainEqual(expect.objectContaining({ type: 'compaction', phase: 'completed', keeping: 6 }))
  })

  test('C6 one that a person has asked for is waited for', async () => {
    const it = await room({ policy: { prepare: 1 } })
    armFailpoints('entries.walk:after=pause@1')
    await compactNow(it.scope, { by: 'force', trigger: 'person' })
    await reached('entries.walk:after')
    const answering = said(it, 'x'.repeat(2_900))
    await vi.waitFor(() => expect(it.engine.activeTurns.size).toBe(1))
    release('entries.walk:after')
    await answering
    expect(await statuses(it)).toEqual(['done'])
    expect(it.drafts).toHaveLength(1)
  })

  test('C5 is not spoilt when old tool outputs are cut meanwhile', async () => {
    const it = await room({ generate: readingOnce('Line of a file. '.repeat(285)) })
    armFailpoints('entries.walk:after=pause')
    while (!it.engine.activeCompactions.has(it.scope.conversation)) await said(it, long('More'))
    await reached('entries.walk:after')
    expect(await trimOutputs(it.scope, await readSnapshot(it.scope), { which: 'old', maxOutputLength: 2_000 })).toBe(
      true,
    )
    release('entries.walk:after')
    await settle(it)
    while ((await version(it)) === 1) await say(it, long('More'))
    expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain('<summary>')
    expect(it.drafts).toHaveLength(1)
    expect(await statuses(it)).toEqual(['done'])
  })

  test('is written between the steps of a tool loop too', async () => {
    const it = await room()
    const before = it.asked.length
    let prepared = 0
    const working = scripted(() => {
      prepared = Math.max(prepared, it.drafts.length)
      if (it.asked.length - before > 4) return [{ role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] }]
      const callId = `c${it.asked.length}`
      return [
        { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'read', input: {} }] },
        { role: 'tool', parts: [{ type: 'tool-result', callId, name: 'read', outcome: 'ok', output: long('Line') }] },
      ]
    })
    it.speakAs(working)
    await say(it, 'Read them all.')
    expect(prepared).toBe(1)
  })

  test('V5 of a conversation that was condensed before, is written from the last summary', async () => {
    const it = await room()
    while ((await version(it)) < 1) await say(it, long('More'))
    const first = it.drafts.length
    while (it.drafts.length === first) await say(it, long('More'))
    expect(it.drafts[0]!.previous).toBeNull()
    expect(it.drafts.at(-1)!.previous).toContain('one question after the other')
  })

  test('C12 counts at the threshold, however short ago the last one was', async () => {
    const it = await room({ clock: { now: () => 0, sleep: briefly } })
    for (let messages = 0; (await version(it)) < 2 && messages < 100; messages++) await say(it, long('More'))
    expect(await statuses(it)).toContain('done')
    expect(await version(it)).toBe(2)
  })
})

describe('F4 stop, while a message waits for condensing', () => {
  test('ends the wait and the compaction; the view is as it was', async () => {
    const it = await room({
      policy: { prepare: 1, threshold: { share: 1, tokens: null, messages: null, turns: null } },
    })
    while ((await readSnapshot(it.scope)).status.share! < 0.87) await say(it, long('More'))
    armFailpoints('entries.walk:after=pause')
    const asked = it.asked.length
    const sent = await send(it.scope, { id: 'm1', message: user('x'.repeat(2_000)) })
    if (sent.type !== 'answering') throw new Error(sent.type)
    await reached('entries.walk:after')
    await stopTurn(it.scope)
    const chunks: unknown[] = []
    for await (const chunk of sent.feed.listen()) chunks.push(chunk)
    release('entries.walk:after')
    await settle(it)
    expect(await it.scope.store.turns.latest(it.scope.conversation)).toMatchObject({ id: 'm1', status: 'stopped' })
    expect(await statuses(it)).toEqual(['cancelled'])
    expect(await version(it)).toBe(0)
    expect(it.asked).toHaveLength(asked)
  })
})
