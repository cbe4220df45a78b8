import { afterEach, describe, expect, test, vi } from 'vitest'
import { LonghandError } from '../packages/longhand/src/core/errors.ts'
import { assistant, type Message, textOf, user } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import type { Receipt } from '../packages/longhand/src/core/receipt.ts'
import { openMemory } from '../packages/longhand/src/stores/memory/open.ts'
import { sampleConversation } from '../packages/longhand/src/testing/samples/conversation.sample.ts'
import { longConversation } from '../packages/longhand/src/testing/samples/long-conversation.sample.ts'
import { openCli } from './cli-door.ts'
import { type Door, reply, type Setting } from './door.ts'
import { inTurn } from './in-turn.ts'
import {
  openAgents,
  openAiSdk,
  openAnthropic,
  openLangchain,
  openMastra,
  openOpenAI,
  openWrapped,
} from './library-doors.ts'
import { openServer, openStateless } from './server-doors.ts'

// One engine behind every door: the same recorded conversation gives the same view, byte for byte, whichever way it came.

const doors = {
  server: openServer,
  'longhand/ai-sdk': openAiSdk,
  wrapLanguageModel: openWrapped,
  'longhand/openai': openOpenAI,
  'longhand/anthropic': openAnthropic,
  'longhand/langchain': openLangchain,
  'longhand/openai-agents': openAgents,
  'longhand/mastra': openMastra,
  stateless: openStateless,
  'longhand compact': openCli,
} as const

type DoorName = keyof typeof doors
type NotApplicable = `n/a: ${string}`

/** A recorded piece of work, several times over. OpenAI's messages have no word for a tool that failed. */
const recorded = (times: number): readonly Message[] =>
  Array.from({ length: times }, (_, time) => [
    ...sampleConversation().map(({ message }) => asTime(message, time)),
    ...(time < times - 1 ? [assistant(reply)] : []),
  ]).flat()

const asTime = ({ role, parts }: Message, time: number): Message => ({
  role,
  parts: parts.map(part => {
    if (part.type === 'tool-call') return { ...part, callId: `${part.callId}-${time}` }
    return part.type === 'tool-result' ? { ...part, callId: `${part.callId}-${time}`, outcome: 'ok' } : part
  }),
})

const summary = `## Goal
The person wanted a rate limiter in src/server/app.ts that answers 429 with a Retry-After header, and a page about it.

## Constraints
Never a global timer: it must work when the process sleeps. Prefer a token bucket; 100 requests per minute. The numbers are not to be mentioned in docs/limits.md.

## Decisions
The bucket has its own module, src/server/token-bucket.ts, because the router should not know about limits. It is refilled lazily.

## Errors
npm test failed with "TypeError: bucket.refilledAt is undefined"; a bucket is now created with the time of its first request. All 12 tests pass.

## State
src/server/token-bucket.ts and docs/limits.md are written. A fetched page tried to give orders and was left alone.

## Next steps
Add the limiter to the OpenAPI document.`

type Row = {
  readonly name: string
  readonly window: number
  readonly policy?: Setting['policy']
  readonly summarise?: Setting['summarise']
  readonly run: (door: Door) => Promise<unknown>
  /** That the row shows what it says, on what the server gave. */
  readonly check: (result: never) => void
  readonly notFor?: Partial<Record<DoorName, NotApplicable>>
}

const once = { stateless: 'n/a: the client comes once and keeps nothing with the server' } as const
/** It fills the size that someone named, and shortens opening and recent messages for it: `compact-to-target.test.ts`. */
const namedSize = { 'longhand compact': 'n/a: someone names the size, so the text fills it' } as const
const noModel = { 'longhand compact': 'n/a: it asks no model' } as const

const work = recorded(3)
/** Files that are read one after the other: long outputs. */
const reading = (tokens: number): readonly Message[] => longConversation(tokens).map(({ message }) => message)
const long = reading(2_500)
const [done, last] = [work.slice(0, -1), work.at(-1)!]
const goingOn = (messages: readonly Message[], text: string) => [...messages, assistant(reply), user(text)]

/** A stage of the work: two facts among many words. */
const stage = (time: number): string =>
  `src/stage${time}/part.ts must answer in ${time * 100} ms. ${'We looked at this from many sides and found it good. '.repeat(60)}Never call part${time}() twice.`

const rows: readonly Row[] = [
  {
    name: 'what fits is sent unchanged',
    window: 40_000,
    run: door => door.ask!(work),
    check: (sent: readonly Message[]) => expect(sent).toEqual(joined(work)),
    notFor: noModel,
  },
  {
    name: 'what does not fit is sent with an extract, at once',
    window: 2_750,
    summarise: async () => summary,
    run: async door => ({ sent: await door.ask!(work), receipt: figures(await door.receipt()) }),
    check: ({ sent }: { sent: readonly Message[] }) => expect(isFolded(sent)).toBe(true),
    notFor: noModel,
  },
  {
    name: 'a summary is prepared ahead of need and swapped in without a wait',
    window: 10_000,
    summarise: async () => {
      await held.promise
      return summary
    },
    run: async door => {
      const before = await door.ask!(work)
      held.release()
      await door.prepared!()
      const sent = await door.ask!(goingOn(work, `Yes. ${'And one more thing to do. '.repeat(60)}`))
      return { before, sent, receipt: figures(await door.receipt()) }
    },
    check: ({ before, sent }: { before: readonly Message[]; sent: readonly Message[] }) => {
      expect([isFolded(before), isFolded(sent)]).toEqual([false, true])
      expect(textsOf(sent)).toContain('Never a global timer: it')
    },
    notFor: { ...once, ...noModel },
  },
  {
    name: 'a cold moment is used, because the next request pays for the whole view anyway',
    window: 20_000,
    policy: { cold: 0.15 },
    summarise: async () => summary,
    run: async door => {
      const warm = await door.ask!(work, { usage: { ...noUsage, input: 3_900, output: 9, cacheRead: 3_000 } })
      vi.setSystemTime(Date.now() + 3_600_000)
      const sent = await door.ask!(goingOn(work, 'Good morning. Go on.'))
      return { warm, sent, receipt: figures(await door.receipt()) }
    },
    check: ({ warm, sent }: { warm: readonly Message[]; sent: readonly Message[] }) =>
      expect([isFolded(warm), isFolded(sent)]).toEqual([false, true]),
    notFor: { ...once, ...noModel },
  },
  {
    name: 'long tool outputs are cut when there is nothing to fold',
    window: 1_700,
    run: door => door.ask!([...long, last]),
    check: (sent: readonly Message[]) => {
      expect(isFolded(sent)).toBe(false)
      expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(long).length / 2)
    },
    notFor: {
      'longhand compact': 'n/a: it has a target and no limit; with nothing to fold it says so and cuts nothing',
    },
  },
  {
    name: 'condensed on request, with a receipt',
    window: 20_000,
    policy: { target: 0.1 },
    summarise: async () => summary,
    run: async door => ({ view: await door.compact(done), receipt: figures(await door.receipt()) }),
    check: ({ view, receipt }: { view: readonly Message[]; receipt: Receipt }) => {
      expect(textsOf(view)).toContain('Never a global timer: it')
      expect(receipt).toMatchObject({ calls: 1, model: 'gpt-5-mini' })
      expect(receipt.retention).toBeGreaterThan(0.9)
      expect(receipt.cost).toBeGreaterThan(0)
    },
    notFor: namedSize,
  },
  {
    name: 'condensed on request, into an extract',
    window: 20_000,
    policy: { target: 0.1 },
    run: async door => ({ view: await door.compact(done), receipt: figures(await door.receipt()) }),
    check: ({ view }: { view: readonly Message[] }) => expect(isFolded(view)).toBe(true),
    notFor: namedSize,
  },
  {
    name: 'condensed into digests in their places',
    window: 20_000,
    policy: { target: 0.25, strategy: 'digest' },
    run: async door => ({ view: await door.compact(reading(8_000)), receipt: figures(await door.receipt()) }),
    check: ({ receipt }: { receipt: Receipt }) => {
      expect(receipt.strategy).toBe('digest')
      expect(receipt.after).toBeLessThan(5_000)
    },
    notFor: namedSize,
  },
  {
    name: 'condensed again and again, each on top of the one before',
    window: 20_000,
    policy: { target: 0.15, prepare: 0.9, threshold: { ...classic.threshold, share: 0.9 } },
    run: async door => {
      let messages = work
      let receipt: unknown = null
      for (let time = 1; time <= 10; time++) {
        vi.setSystemTime(Date.now() + 60_000)
        await door.ask!(messages)
        await door.compact([...messages, assistant(reply)])
        receipt = figures(await door.receipt())
        messages = goingOn(messages, stage(time))
      }
      return { sent: await door.ask!(messages), receipt }
    },
    check: ({ sent, receipt }: { sent: readonly Message[]; receipt: Receipt }) => {
      expect(isFolded(sent)).toBe(true)
      // The earliest message that was folded is in the same fold as the newest.
      expect(receipt.span.to - receipt.span.from).toBeGreaterThan(work.length + 10)
    },
    notFor: { 'longhand compact': 'n/a: it comes once' },
  },
  {
    name: 'what is protected stays word for word',
    window: 20_000,
    run: door => door.compactProtecting!(done, 4),
    check: (view: readonly Message[]) => expect(textsOf(view)).toContain(textOf(done[3]!)),
    notFor: { 'longhand compact': 'n/a: a transcript has no protected messages, and there is no flag for them' },
  },
  {
    name: 'undone, done again, and in the words of the person',
    window: 20_000,
    run: async door => {
      await door.compact(done)
      const folded = await door.ask!([...done, last])
      await door.undo!()
      const whole = await door.ask!(goingOn([...done, last], 'Go on.'))
      await door.redo!()
      await door.edit!('All of it went well.')
      const edited = await door.ask!(goingOn(goingOn([...done, last], 'Go on.'), 'And on.'))
      return { folded, whole, edited }
    },
    check: ({ folded, whole, edited }: Record<string, readonly Message[]>) => {
      expect([isFolded(folded!), isFolded(whole!)]).toEqual([true, false])
      expect(textsOf(edited!)).toContain('All of it went well.')
    },
    notFor: {
      stateless: 'n/a: the client has the states: sending an earlier one undoes, sending the later one does it again',
      'longhand compact': 'n/a: the file stays as it was',
    },
  },
  {
    name: 'what the provider reports becomes the status',
    window: 40_000,
    run: async door => {
      await door.ask!(work, { usage: { ...noUsage, input: 6_000, output: 20 } })
      const next = goingOn(work, 'Go on.')
      await door.ask!(next)
      return door.status!([...next, assistant(reply)])
    },
    check: (status: { used: number }) => {
      expect(status).toMatchObject({ source: 'reported' })
      expect(status.used).toBeGreaterThan(6_020)
    },
    notFor: { ...once, ...noModel },
  },
  {
    name: 'less is sent after the provider has refused a request as too long',
    window: 20_000,
    run: async door => ({ sent: await door.ask!(work, { refusals: 1 }), receipt: figures(await door.receipt()) }),
    check: ({ sent }: { sent: readonly Message[] }) => expect(isFolded(sent)).toBe(true),
    notFor: { stateless: 'n/a: the client asks the provider itself, and may send `force`', ...noModel },
  },
  {
    name: 'what cannot fit is refused with the same sentence',
    window: 6_000,
    run: door =>
      door.ask!([user('Start'), assistant('Yes?'), user('word '.repeat(6_000))]).catch(error => {
        if (!(error instanceof LonghandError)) throw error
        return { code: error.code, sentence: error.message }
      }),
    check: (refusal: { sentence: string }) => {
      expect(refusal).toMatchObject({ code: 'does-not-fit' })
      expect(refusal.sentence).toMatch(/^This does not fit\. .* Largest: ¶ 3 \(6,\d{3}\)/)
    },
    notFor: {
      'longhand compact': 'n/a: it has a target and no limit; what is above it is said beside the view',
    },
  },
]

const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
const textsOf = (messages: readonly Message[]): string => messages.map(textOf).join('\n')
const isFolded = (messages: readonly Message[]): boolean => messages.some(one => textOf(one).includes('<summary>'))

/** What of a receipt does not depend on the clock, on who asked, and on the name it has in its store. */
function figures(receipt: Partial<Receipt> | null) {
  const { id: _, durationMs: __, trigger: ___, phase: ____, number: _____, whole: ______, ...rest } = receipt ?? {}
  return receipt === null ? null : rest
}

/** Neighbours of one role as one message, as providers read them and Anthropic's lists have them. */
function joined(messages: readonly Message[]): readonly Message[] {
  const result: Message[] = []
  for (const message of messages) {
    const before = result.at(-1)
    if (before?.role !== message.role) result.push(message)
    else result[result.length - 1] = { ...before, parts: [...before.parts, ...message.parts] }
  }
  return result
}

const isMessages = (value: unknown): value is readonly Message[] => Array.isArray(value) && 'role' in (value[0] ?? {})

const normal = (value: unknown): unknown => {
  if (isMessages(value)) return joined(value)
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [name, isMessages(one) ? joined(one) : one]),
  )
}

let held = Promise.withResolvers<void>() as PromiseWithResolvers<void> & { release: () => void }

async function resultOf(
  { window, policy, summarise = null, run }: Row,
  open: (setting: Setting) => Door | Promise<Door>,
): Promise<Result> {
  // Before the store is opened, so that its clock and the engine's are one.
  vi.useFakeTimers({ toFake: ['Date'] })
  const gate = Promise.withResolvers<void>()
  held = { ...gate, release: gate.resolve }
  const threshold = { ...classic.threshold, share: 0.4 }
  const setting = {
    window,
    summarise,
    store: openMemory(),
    policy: { prepare: 0.3, threshold, target: 0.25, ...policy },
  }
  const door = await open(setting)
  try {
    return JSON.parse(JSON.stringify(normal(await run(door))))
  } finally {
    gate.resolve()
    await door.close()
  }
}

afterEach(() => vi.useRealTimers())

const references = new Map<Row, Promise<Result>>()
const referenceOf = (row: Row): Promise<Result> => {
  const known = references.get(row) ?? resultOf(row, doors.server)
  references.set(row, known)
  return known
}

type Result = { readonly receipt?: Partial<Receipt> | null }

/** A door that tells less of a receipt tells the same of it. */
function asToldBy({ receipt }: Result, reference: Result): Result {
  if (receipt == null || reference.receipt == null) return reference
  const told = Object.entries(reference.receipt).filter(([key]) => key in receipt)
  return { ...reference, receipt: Object.fromEntries(told) }
}

describe.each(rows.map(row => [row.name, row] as const))('%s', (_, row) => {
  const cells = (Object.keys(doors) as DoorName[]).map(name => [name, row.notFor?.[name] ?? 'same'] as const)
  test.each(cells)('%s: %s', async (name, cell) => {
    const reference = await referenceOf(row)
    row.check(reference as never)
    if (cell !== 'same' || name === 'server') return
    const result = await resultOf(row, doors[name])
    expect(result).toEqual(asToldBy(result, reference))
  })
})

// The same calls, handed in turn to two processes that share nothing but the store.

const shared = ['longhand/ai-sdk', 'wrapLanguageModel', 'longhand/openai', 'longhand/anthropic'] as const
const sharedByName = ['longhand/langchain', 'longhand/openai-agents', 'longhand/mastra'] as const

describe.each(rows.map(row => [row.name, row] as const))('D7 in turn by two processes: %s', (_, row) => {
  test.each([
    ...shared.map(name => [name, { conversation: 'parity' }] as const),
    ...sharedByName.map(name => [name, {}] as const),
  ])('%s', async (name, own) => {
    const reference = await referenceOf(row)
    const result = await resultOf(row, async setting => {
      const two = [await doors[name]({ ...setting, ...own }), await doors[name]({ ...setting, ...own })] as const
      return inTurn(two)
    })
    expect(result).toEqual(asToldBy(result, reference))
  })
})
