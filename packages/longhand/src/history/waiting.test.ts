import { expect, test } from 'vitest'
import { longhand } from '../openai/longhand.ts'

type Message = { role: 'user' | 'assistant'; content: string }

const turn = (at: number): Message[] => [
  { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
  { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(60)}` },
]

const talk = (turns: number): Message[] => Array.from({ length: turns }, (_, at) => turn(at)).flat()
/** So many turns, and the question of the next. */
const asking = (turns: number): Message[] => talk(turns + 1).slice(0, -1)

const isFolded = (messages: readonly Message[]): boolean => messages.some(one => one.content.startsWith('<summary>'))

/** Says what was asked and answered, with the names that were used. */
const summaryOf = (prompt: string): string => `## Goal
The person asks one question after the other: what of each file.

## State
Every question so far got its answer and some more words: ${[...new Set(prompt.match(/src\/file\d+\.ts/g))].join(', ')}.

## Next steps
Answer the next question about the next file.`

const never = () => new Promise<never>(() => {})
const model = 'gpt-5-mini'
const summaryModel = 'gpt-5'
const hour = 3_600_000

const refused = () =>
  Object.assign(new Error('400 Your input exceeds the context window of this model.'), { status: 400, code: null })

test('L3 a summariser that never answers holds nobody up: at 70%, at the threshold, at the limit, after a refusal', async () => {
  let asked = 0
  const summarise = () => {
    asked++
    return never()
  }
  const context = longhand<Message>({ model, window: 3_600, summarise, deadlineMs: hour })
  for (const turns of [6, 10, 13, 14, 16, 18, 24, 40]) {
    const sent = await context.prepare(asking(turns))
    expect(sent.at(-1)).toEqual(asking(turns).at(-1))
  }
  expect(asked).toBeGreaterThan(0)
  expect((await context.receipts()).every(({ model }) => model === null)).toBe(true)
  const large = longhand<Message>({ model, window: 40_000, summarise, deadlineMs: hour })
  await large.prepare(asking(20))
  expect(isFolded(await large.recover(refused(), asking(20)))).toBe(true)
})

test('L3 who asks for a compaction gets one within the deadline, in the originals’ own words, and holds up no request', async () => {
  const context = longhand<Message>({ model, window: 20_000, summarise: never, deadlineMs: 300 })
  await context.prepare(asking(20))
  const compacting = context.compact({ by: 'force' })
  let isOver = false
  void compacting.then(() => {
    isOver = true
  })
  expect(await context.prepare(asking(20))).toHaveLength(41)
  expect(isOver).toBe(false)
  expect(await compacting).toMatchObject({ receipt: { method: 'extract', warnings: ['summariser-late'] } })
  expect(isFolded(await context.prepare(asking(20)))).toBe(true)
})

test('L3 a deadline of 30 seconds is the usual one', async () => {
  const signals: AbortSignal[] = []
  const summarise = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return never()
  }
  const context = longhand<Message>({ model, window: 20_000, summarise })
  await context.prepare(asking(20))
  const startedAt = performance.now()
  const result = await context.compact({ by: 'force' })
  expect(result).toMatchObject({ receipt: { method: 'extract' } })
  expect(performance.now() - startedAt).toBeGreaterThan(29_000)
  expect(performance.now() - startedAt).toBeLessThan(40_000)
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})

test('L3 what is aborted throws an AbortError, and all is as it was', async () => {
  const stop = new AbortController()
  let isArmed = false
  const context = longhand<Message>({
    ...{ model, window: 3_600, summarise: never },
    onEvent: ({ type }) => {
      if (isArmed && type === 'status') stop.abort()
    },
  })
  const before = await context.prepare(asking(4))
  const status = context.status()
  await expect(context.prepare(asking(40), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  // In the midst of it.
  isArmed = true
  await expect(context.prepare(asking(40), stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  isArmed = false
  expect([context.state(), context.status(), context.view().length]).toEqual([null, status, 9])
  await context.settled()
  expect(await context.prepare(asking(4))).toEqual(before)
  expect(context.state()).toBeNull()
})

test('L3 F4 a compaction that is aborted by its signal changes nothing', async () => {
  const context = longhand<Message>({ model, window: 20_000, summarise: never, deadlineMs: hour })
  const before = await context.prepare(asking(20))
  await expect(context.compact({ by: 'force' }, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  const stop = new AbortController()
  const compacting = context.compact({ by: 'force' }, stop.signal)
  setTimeout(() => stop.abort(), 50)
  await expect(compacting).rejects.toMatchObject({ name: 'AbortError' })
  await context.settled()
  expect(await context.prepare(asking(20))).toEqual(before)
  expect([context.state(), await context.receipts()]).toEqual([null, []])
})

test('L3 onError is told what went wrong while nobody waited, and what callbacks throw; neither stops a request', async () => {
  const errors: unknown[] = []
  const failing = longhand<Message>({
    ...{ model, window: 3_600, onError: (error: unknown) => errors.push(error) },
    summarise: async () => {
      throw Object.assign(new Error('401 Incorrect API key provided'), { status: 401 })
    },
  })
  await failing.prepare(asking(13))
  await failing.settled()
  expect(errors).toMatchObject([
    { name: 'LonghandError', code: 'summariser-failed', details: { reason: 'refused-key' } },
  ])
  const thrown = new Error('from the app')
  const seen: unknown[] = []
  const throwing = longhand<Message>({
    ...{ model, window: 4_000 },
    onCompaction: () => {
      throw thrown
    },
    onError: error => {
      seen.push(error)
      throw error
    },
  })
  expect(isFolded(await throwing.prepare(asking(20)))).toBe(true)
  expect(seen).toEqual([thrown])
})

test('L4 C5 no request ever waits for a summary: it is written during the answer and swapped in before the next one', async () => {
  const waiting: (() => void)[] = []
  const summarise = async ({ prompt }: { prompt: string }) => {
    // Nothing comes before the request has been sent: who waits for it, waits for ever.
    await new Promise<void>(resolve => void waiting.push(resolve))
    return summaryOf(prompt)
  }
  const context = longhand<Message>({ model, summaryModel, window: 3_600, summarise, deadlineMs: hour })
  for (let turns = 1; turns <= 80; turns++) {
    await context.prepare(asking(turns))
    const used = context.status()!.used
    await context.report({ prompt_tokens: used, completion_tokens: 190 })
    // The answer is being read, and whatever was asked for by then is written.
    let isSettled = false
    const settled = context.settled().then(() => {
      isSettled = true
    })
    while (!isSettled) {
      for (const write of waiting.splice(0)) write()
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    await settled
  }
  const receipts = await context.receipts()
  expect(receipts.length).toBeGreaterThan(3)
  expect(receipts.map(({ model }) => model)).toEqual(receipts.map(() => summaryModel))
  // Folds around its earlier words ask nobody.
  const asked = receipts.filter(({ calls }) => calls > 0)
  expect(asked.map(({ phase }) => phase)).toEqual(asked.map(() => 'background'))
  expect(asked.length).toBeGreaterThan(1)
})

test('L4 a summary is begun when the answer has filled the window, before anyone asks again', async () => {
  let asked = 0
  const summarise = async ({ prompt }: { prompt: string }) => {
    asked++
    return summaryOf(prompt)
  }
  const context = longhand<Message>({ model, summaryModel, window: 3_600, summarise })
  await context.prepare(asking(10))
  await context.settled()
  expect(asked).toBe(0)
  await context.report({ prompt_tokens: context.status()!.used, completion_tokens: 1_000 })
  await expect.poll(() => asked).toBe(1)
  await context.settled()
  const answered: Message[] = [...asking(10), { role: 'assistant', content: 'word '.repeat(1_000) }]
  expect(isFolded(await context.prepare([...answered, { role: 'user', content: 'And now?' }]))).toBe(true)
  expect(await context.receipts()).toMatchObject([{ model: summaryModel, phase: 'background' }])
})
