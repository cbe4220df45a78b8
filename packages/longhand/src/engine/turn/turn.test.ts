import { afterEach, describe, expect, test } from 'vitest'
import type { Message } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints, reached, release } from '../../testing/failpoint.ts'
import {
  aborted,
  openTestEngine,
  saying,
  scripted,
  type TestEngine,
  type TestEngineOptions,
} from '../../testing/test-engine.ts'
import { turnsBetween } from '../../testing/turns-between.ts'
import { meter } from '../../tokens/meter.ts'
import { drain } from '../drain.ts'
import type { Generate } from '../ports/chat-model.ts'
import { recoverOnce } from './recovery.ts'
import { send, stopTurn } from './send.ts'

afterEach(disarmFailpoints)

const room = (options: Partial<TestEngineOptions> = {}) => openTestEngine({ storage: openMemory(), ...options })
const words = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })

/** Sends a message and waits until its answer has ended; gives back what was shown. */
async function say({ scope }: TestEngine, text: string, id: string = crypto.randomUUID()) {
  const sent = await send(scope, { id, message: words(text) })
  if (sent.type !== 'answering') return { sent, chunks: [] }
  const chunks: unknown[] = []
  for await (const chunk of sent.feed.listen()) chunks.push(chunk)
  await scope.engine.activeTurns.get(scope.conversation)?.done
  return { sent, chunks }
}

async function texts({ scope }: TestEngine): Promise<readonly string[]> {
  const { entries } = await scope.store.entries.page(scope.conversation, { limit: 100 })
  return entries.flatMap(({ entry }) =>
    entry.type === 'message'
      ? [
          `${entry.message.role}: ${entry.message.parts.map(part => ('text' in part ? part.text : part.type)).join(' ')}`,
        ]
      : [],
  )
}

/** A model that calls a tool in each of its first steps, and then says that it is done. */
const working = (steps: number): Generate => {
  let step = 0
  return scripted(() => {
    if (step++ === steps) return [{ role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] }]
    const call = { callId: `c${step}`, name: 'look' }
    return [
      { role: 'assistant', parts: [{ type: 'tool-call', ...call, input: {} }] },
      { role: 'tool', parts: [{ type: 'tool-result', ...call, outcome: 'ok', output: 'x' }] },
    ]
  })
}

describe('F6 a long tool loop', () => {
  test('goes on for hundreds of steps', async () => {
    const it = await room({ generate: working(150) })
    const { chunks } = await say(it, 'Do all of it')
    expect(it.asked).toHaveLength(151)
    expect(JSON.stringify(chunks)).not.toContain('data-warning')
  })

  test('that does not end is stopped, and people are told', async () => {
    const it = await room({ generate: working(Number.POSITIVE_INFINITY) })
    const { chunks } = await say(it, 'Do all of it')
    expect(it.asked).toHaveLength(500)
    expect(JSON.stringify(chunks)).toContain('Write \\"continue\\" to let it go on.')
  })
})

describe('H5 sending', () => {
  test('stores what the person said, lets the model answer, stores the answer', async () => {
    const it = await room()
    const { chunks } = await say(it, 'Hello')
    expect(await texts(it)).toEqual(['user: Hello', 'assistant: Fine.'])
    expect(chunks.map(chunk => (chunk as { type: string }).type)).toEqual([
      'start',
      'data-entry',
      'data-context',
      'text-delta',
      'data-entry',
      'finish',
    ])
  })

  test('the message is stored before the model is asked', async () => {
    const it = await room()
    armFailpoints('chatModel.generate:before=pause')
    const sent = send(it.scope, { id: 'm1', message: words('Hello') })
    await reached('chatModel.generate:before')
    expect(await texts(it)).toEqual(['user: Hello'])
    expect(it.asked).toHaveLength(0)
    release('chatModel.generate:before')
    await sent
  })

  test('the same message sent again meets the first one', async () => {
    const it = await room()
    await say(it, 'Hello', 'm1')
    const again = await send(it.scope, { id: 'm1', message: words('Hello') })
    expect(again.type).toBe('repeated')
    expect(await texts(it)).toEqual(['user: Hello', 'assistant: Fine.'])
    expect(it.asked).toHaveLength(1)
  })

  test('a message that could not be stored can be sent again, as often as it takes', async () => {
    const it = await room()
    for (let tries = 0; tries < 2; tries++) {
      armFailpoints('turns.start:before=throw')
      await expect(say(it, 'Hello', 'm1')).rejects.toThrow()
    }
    disarmFailpoints()
    expect((await say(it, 'Hello', 'm1')).sent.type).toBe('answering')
    expect((await say(it, 'Hello', 'm1')).sent.type).toBe('repeated')
    expect(await texts(it)).toEqual(['user: Hello', 'assistant: Fine.'])
  })

  test('one turn runs at a time; another message is told which', async () => {
    const it = await room()
    armFailpoints('chatModel.generate:before=pause')
    await send(it.scope, { id: 'm1', message: words('One') })
    await reached('chatModel.generate:before')
    expect(await send(it.scope, { id: 'm2', message: words('Two') })).toMatchObject({
      type: 'busy',
      turn: { id: 'm1' },
    })
    expect(await texts(it)).toEqual(['user: One'])
  })

  test('what the model reads is the view', async () => {
    const it = await room()
    await say(it, 'One')
    await say(it, 'Two')
    expect(it.asked[1]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })
})

describe('an answer that does not end well', () => {
  const breaking: Generate = async function* () {
    yield {
      type: 'chunk',
      chunk: { type: 'text-delta', id: '1', delta: 'Half' },
      parts: () => [{ type: 'text', text: 'Half' }],
    }
    yield { type: 'failed', failure: { type: 'unavailable', sentence: 'The provider broke off.' } }
  }

  test('F5 is kept as far as it was shown, and says why it ended; the error is no content', async () => {
    const it = await room({ generate: breaking })
    const { chunks } = await say(it, 'Hello')
    expect(await texts(it)).toEqual(['user: Hello', 'assistant: Half'])
    expect(chunks).toContainEqual({ type: 'error', errorText: 'The provider broke off.' })
  })

  test('F3 a provider that fails before a word is asked again, twice at most', async () => {
    let calls = 0
    const flaky: Generate = (request, signal) => {
      calls++
      if (calls === 3) return saying('At last.')(request, signal)
      return (async function* () {
        yield { type: 'failed' as const, failure: { type: 'unavailable' as const, sentence: 'Down.' } }
      })()
    }
    const it = await room({ generate: flaky })
    await say(it, 'Hello')
    expect(await texts(it)).toEqual(['user: Hello', 'assistant: At last.'])
  })

  test('F4 stop keeps what was shown, marked as stopped', async () => {
    const endless: Generate = async function* (_, signal) {
      yield {
        type: 'chunk',
        chunk: { type: 'text-delta', id: '1', delta: 'On' },
        parts: () => [{ type: 'text', text: 'On and' }],
      }
      await aborted(signal)
      yield { type: 'failed', failure: { type: 'cancelled', sentence: 'Stopped.' } }
    }
    const it = await room({ generate: endless })
    const sent = await send(it.scope, { id: 'm1', message: words('Hello') })
    if (sent.type !== 'answering') throw new Error(sent.type)
    for await (const chunk of sent.feed.listen()) {
      if ((chunk as { type: string }).type === 'text-delta') await stopTurn(it.scope)
    }
    const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 9 })
    expect(entries.at(-1)).toMatchObject({
      entry: { message: { parts: [{ text: 'On and' }] } },
      about: { ending: 'stopped' },
    })
    expect(it.events).toContainEqual(expect.objectContaining({ type: 'step', outcome: 'stopped' }))
  })

  test('K8 a shutdown keeps it as interrupted', async () => {
    const endless: Generate = async function* (_, signal) {
      yield { type: 'chunk', chunk: {}, parts: () => [{ type: 'text', text: 'On and' }] }
      await aborted(signal)
    }
    const it = await room({ generate: endless })
    await send(it.scope, { id: 'm1', message: words('Hello') })
    await new Promise(resolve => setTimeout(resolve, 20))
    await drain(it.engine)
    const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 9 })
    expect(entries.at(-1)).toMatchObject({ about: { ending: 'interrupted' } })
    expect(it.events).toContainEqual(expect.objectContaining({ type: 'step', outcome: 'interrupted' }))
  })

  test('K8 one whose process died is taken over and kept as far as it was saved', async () => {
    const storage = openMemory()
    const it = await room({ storage })
    const turn = await it.scope.store.turns.start(it.scope.conversation, { id: 't1' }, { worker: 'dead', ms: 0 })
    if (turn.type !== 'started') throw new Error(turn.type)
    await it.scope.store.entries.append(it.scope.conversation, [
      { id: 'u1', type: 'message', message: words('Hello'), count: 5 },
    ])
    await it.scope.store.turns.save(turn.turn, [{ type: 'text', text: 'As far as' }], { worker: 'dead', ms: 0 })
    await new Promise(resolve => setTimeout(resolve, 5))
    await recoverOnce(it.engine)
    expect(await texts(it)).toEqual(['user: Hello', 'assistant: As far as'])
    expect(await say(it, 'Go on')).toMatchObject({ sent: { type: 'answering' } })
  })
})

describe('a tool loop', () => {
  const call = (id: string): readonly Message[] => [
    { role: 'assistant', parts: [{ type: 'tool-call', callId: id, name: 'read', input: {} }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId: id, name: 'read', outcome: 'ok', output: 'contents' }] },
  ]

  test('C1 each step is stored and read by the next', async () => {
    const it = await room({
      generate: scripted(({ messages }) =>
        messages.length < 5
          ? call(`c${messages.length}`)
          : [{ role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] }],
      ),
    })
    await say(it, 'Look')
    expect(it.asked.map(({ messages }) => messages.length)).toEqual([1, 3, 5])
    expect(await texts(it)).toEqual([
      'user: Look',
      'assistant: tool-call',
      'tool: tool-result',
      'assistant: tool-call',
      'tool: tool-result',
      'assistant: Done.',
    ])
  })
})

test('T6 others get their turn while a huge message is counted, sent or answered', async () => {
  const huge = 'A line of a very long file, with 4711 numbers in it.\n'.repeat(35_000)
  const { engine, scope } = await room({ generate: saying(huge), window: 10_000_000, reserve: 1_000_000 })
  const counting = { ...scope, engine: { ...engine, meter } }
  meter.countText('loads the table')
  for (const act of [
    () => send(counting, { id: 'm1', message: words(huge) }),
    () => engine.activeTurns.get(scope.conversation)!.done,
  ]) {
    let [turns, over] = [0, false]
    const others = (async () => {
      for (; !over; turns++) await new Promise(resolve => setTimeout(resolve))
    })()
    await act()
    over = true
    await others
    expect(turns).toBeGreaterThan(5)
  }
})

test('F7 others get their turn while an answer comes in thousands of pieces at once', async () => {
  const { mark, turns } = turnsBetween()
  const parts = () => []
  const generate: Generate = async function* () {
    for (let piece = 0; piece < 50_000; piece++) {
      mark()
      yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: 'a ' }, parts }
    }
    const said = { role: 'assistant', parts: [{ type: 'text', text: 'Fine.' }] } as const
    yield { type: 'end', messages: [said], finish: 'stop', usage: null }
  }
  const { engine, scope } = await room({ generate })
  await send(scope, { id: 'm1', message: words('Go on.') })
  await engine.activeTurns.get(scope.conversation)?.done
  expect(turns()).toBeGreaterThan(0)
})
