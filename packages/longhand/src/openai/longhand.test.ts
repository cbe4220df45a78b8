import { expect, test } from 'vitest'
import { longhand } from './longhand.ts'

type Message = {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/** Turns in which a file is read. */
const talk = (turns: number, words = 60): Message[] =>
  Array.from({ length: turns }, (_, at): Message[] => [
    { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `call_${at}`, type: 'function', function: { name: 'read', arguments: `{"path":"src/file${at}.ts"}` } },
      ],
    },
    { role: 'tool', tool_call_id: `call_${at}`, content: `file ${at} `.repeat(words) },
    { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(20)}` },
  ]).flat()

const history = (turns: number): Message[] => [
  { role: 'system', content: 'Be brief.' },
  ...talk(turns),
  { role: 'user', content: 'Go on' },
]

const isFolded = (messages: readonly Message[]): boolean => messages.some(one => one.content?.startsWith('<summary>'))

const model = 'gpt-5-mini'

test('V1 what stays word for word comes back as the very objects that were given', async () => {
  const messages = history(20)
  const whole = await longhand<Message>({ model }).prepare(messages)
  expect(whole.every((one, at) => one === messages[at])).toBe(true)
  const sent = await longhand<Message>({ model, window: 4_000 }).prepare(messages)
  expect(isFolded(sent)).toBe(true)
  const ours = sent.filter(one => !messages.includes(one))
  expect(ours).toHaveLength(1)
  expect([sent[0], sent[1], sent.at(-1)]).toEqual([messages[0], messages[1], messages.at(-1)])
})

test('V2 calls and results stay paired, whatever is folded', async () => {
  const context = longhand<Message>({ model, window: 4_000 })
  for (let turns = 1; turns <= 30; turns++) {
    const sent = await context.prepare(talk(turns))
    const calls = sent.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    expect(sent.flatMap(one => one.tool_call_id ?? [])).toEqual(calls)
  }
  expect(context.state()!.version).toBeGreaterThan(1)
})

test('F5 a summary function that throws leaves the view as it was; by hand, the originals’ own words count', async () => {
  const messages = history(20)
  let asked = 0
  const summarise = async () => {
    asked++
    throw Object.assign(new Error('401 Incorrect API key provided'), { status: 401 })
  }
  const context = longhand<Message>({ model, window: 20_000, policy: { prepare: 0.1 }, summarise })
  expect(await context.prepare(messages)).toEqual(messages)
  await context.settled()
  expect(asked).toBeGreaterThan(0)
  expect(await context.prepare(messages)).toEqual(messages)
  const receipt = { method: 'extract', warnings: ['summariser-key'] }
  expect(await context.compact({ by: 'force' })).toMatchObject({ type: 'compacted', receipt })
  expect((await context.prepare(messages)).length).toBeLessThan(messages.length)
})

test('C8 a summary function gets a system prompt, a prompt and a bound', async () => {
  const requests: { system: string; prompt: string; maxTokens: number }[] = []
  const summarise = async ({ signal, ...request }: (typeof requests)[number] & { signal: AbortSignal }) => {
    signal.throwIfAborted()
    requests.push(request)
    return 'Too little.'
  }
  const context = longhand<Message>({ model, window: 20_000, summarise })
  await context.load(history(20))
  await context.compact({ by: 'force' }).catch(() => null)
  expect(requests[0]!.system).not.toBe('')
  expect(requests[0]!.prompt).toContain('Question 3')
  expect(requests[0]).toMatchObject({ maxTokens: expect.any(Number) })
})

/** As the package `openai` throws them. */
const badRequest = (message: string, code: string | null, status = 400): Error =>
  Object.assign(new Error(`${status} ${message}`), { status, code, error: { message, code, type: 'invalid_request' } })

test.each([
  [
    "This model's maximum context length is 3000 tokens. However, your messages resulted in 5012 tokens.",
    'context_length_exceeded',
  ],
  ['Your input exceeds the context window of this model. Please adjust your input and try again.', null],
])('F1 after “%s” less is sent', async (message, code) => {
  const messages = history(12)
  const context = longhand<Message>({ model, window: 20_000 })
  const sent = await context.prepare(messages)
  const less = await context.recover(badRequest(message, code))
  expect([isFolded(sent), isFolded(less)]).toEqual([false, true])
  expect(less.at(-1)).toBe(messages.at(-1))
})

test('F1 any other error is thrown again, as it is', async () => {
  const context = longhand<Message>({ model })
  await context.prepare(history(3))
  for (const error of [
    badRequest("Invalid value: 'robot'.", null),
    badRequest('Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Requested 31000.', null, 429),
    new TypeError('fetch failed'),
  ])
    await expect(context.recover(error)).rejects.toBe(error)
})

test('T3 the usage of a response makes the meter exact', async () => {
  const context = longhand<Message>({ model })
  await context.prepare(history(3))
  await context.report(undefined)
  await context.report({ prompt_tokens: 1_500, completion_tokens: 12 })
  await context.prepare([...history(3), { role: 'assistant', content: 'Fine.' }, { role: 'user', content: 'And on' }])
  expect(context.status()).toMatchObject({ source: 'reported' })
  expect(context.status()!.used).toBeGreaterThan(1_512)
})

test('L1 two conversations through one object are refused at once, and neither gets the other’s messages', async () => {
  const chats = longhand<Message>({ model, window: 8_000 })
  const of = (who: string): Message[] =>
    history(12).map(one => ({ ...one, content: one.content && `${who}: ${one.content}` }))
  const both = await Promise.allSettled([chats.prepare(of('Alice')), chats.prepare(of('Bob'))])
  expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'conflict' } }])
  await chats.prepare(of('Bob'))
  const error = badRequest('Your input exceeds the context window of this model.', null)
  await expect(chats.recover(error)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('recover(error, messages)'),
  })
  const less = JSON.stringify(await chats.recover(error, of('Alice')))
  expect(less).toContain('Alice')
  expect(less).not.toContain('Bob')
  const [alice, bob] = await Promise.all(['Alice', 'Bob'].map(who => chats.for(who).prepare(of(who))))
  expect([JSON.stringify(alice).includes('Bob'), JSON.stringify(bob).includes('Alice')]).toEqual([false, false])
})
