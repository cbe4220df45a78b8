import { createOpenAI } from '@ai-sdk/openai'
import { generateText, streamText } from 'ai'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { type ProviderName, providerNames, realModel, testKey } from '../testing/fake-provider/real-providers.ts'
import { readOverflow } from './overflow-wordings.ts'
import { providerFailureOf } from './provider-failure.ts'

test.each([
  ['prompt is too long: 209353 tokens > 199999 maximum', 209353, 199999],
  ['The model returned the following errors: prompt is too long: 227255 tokens > 200000 maximum', 227255, 200000],
  [
    'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    178959,
    200000,
  ],
  ['model_context_window_exceeded', null, null],
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
    204308,
    128000,
  ],
  [
    "This model's maximum context length is 4096 tokens. However, you requested 4222 tokens (1222 in the messages, 3000 in the completion). Please reduce the length of the messages or completion.",
    1222,
    4096,
  ],
  [
    "This model's maximum context length is 8191 tokens, however you requested 10346 tokens (10346 in your prompt; 5 for the completion).",
    10346,
    8191,
  ],
  [
    "This model's maximum context length is 4096 tokens and your request has 2104 input tokens (2000 > 4096 - 2104).",
    2104,
    4096,
  ],
  [
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 138956 tokens (7884 of text input, 131072 in the output).",
    7884,
    131072,
  ],
  ['Your input exceeds the context window of this model. Please adjust your input and try again.', null, null],
  ['litellm.BadRequestError: litellm.ContextWindowExceededError: something', null, null],
  ['The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).', 3475108, 1048576],
  ['The input token count exceeds the maximum number of tokens allowed 1048576', null, 1048576],
  [
    'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
    40000,
    32768,
  ],
  ['request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it', 9000, 8192],
  ['the request exceeds the available context size, try increasing it', null, null],
  [
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9000 >= n_ctx: 4096)',
    9000,
    4096,
  ],
  ['The number of tokens to keep from the initial prompt is greater than the context length', null, null],
  ['prompt too long; exceeded max context length by 812 tokens', null, null],
  ['the input length exceeds the context length', null, null],
  ['prompt has 9,000 tokens, but the configured context size is 8,192 tokens', 9000, 8192],
  ['An error occurred (ValidationException): Input is too long for requested model.', null, null],
  ['Too many input tokens. Max input tokens: 8192, request input token count: 9000', 9000, 8192],
  ['The decoder prompt (length 10127) is longer than the maximum model length of 8192.', 10127, 8192],
  ['The prompt (total length 25938) is too long to fit into the model (context length 4096).', 25938, 4096],
  ["The input (9000 tokens) is longer than the model's context length (8192 tokens).", 9000, 8192],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 3474 `inputs` tokens and 60 `max_new_tokens`',
    3474,
    2048,
  ],
  ['Input validation error: `inputs` must have less than 1024 tokens. Given: 1200', 1200, 1024],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 537812, 131072],
  ['Please reduce the length of the messages or completion.', null, null],
  ['Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192', 9000, 8192],
  [
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    40000,
    32768,
  ],
  ['prompt token count of 135000 exceeds the limit of 128000', 135000, 128000],
  ['Your request exceeded model token limit: 262144 (requested: 300000)', 300000, 262144],
  ['invalid params, context window exceeds limit', null, null],
  ['Range of input length should be [1, 30720]', null, 30720],
  ['Prompt exceeds max length', null, null],
  [
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5123. Try using a shorter prompt',
    5123,
    4081,
  ],
  ['The prompt is too long: 140000, model maximum context length: 131071', 140000, 131071],
])('F2 T5 %s', (wording, used, limit) => {
  expect(readOverflow(wording)).toEqual({ used, limit })
})

test.each([
  'This request would exceed your rate limit of 40,000 input tokens per minute.',
  'Request too large for model `llama-3` on tokens per minute (TPM): Limit 6000, Requested 9500',
  'Throttling error: Too many tokens, please wait before trying again.',
  'You exceeded your current quota, please check your plan and billing details.',
  'Your credit balance is too low to access the API.',
  'max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for claude-3-5',
  "max_tokens must be at least 1; it is too small for this model's maximum context length is 8192",
  'Too many requests, slow down',
  'model not found',
  'The context of your question is unclear.',
  'Tool argument validation failed: input length exceeds 1000 characters',
  'Overloaded',
])('F2 is no overflow: %s', wording => {
  expect(readOverflow(wording)).toBeNull()
})

let fake: FakeProvider

beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false
  fake = await startFakeProvider()
})

afterAll(() => fake.close())

async function troubleWith(
  provider: ProviderName,
  model: string,
  settings: { abortSignal?: AbortSignal; retries?: number } = {},
) {
  const { abortSignal, retries = 0 } = settings
  const stop = abortSignal === undefined ? {} : { abortSignal }
  try {
    await generateText({ model: realModel(provider, model, fake), prompt: 'hi', maxRetries: retries, ...stop })
  } catch (error) {
    return providerFailureOf(error)
  }
  throw new Error('The model answered.')
}

describe.each(providerNames)('from the real package: %s', provider => {
  test.each([
    ['overflow-500', true],
    ['overflow-anthropic-500', true],
    ['overflow-anthropic-output-500', true],
    ['overflow-openai-chat-500', true],
    ['overflow-openai-responses-500', false],
    ['overflow-gemini-500', true],
    ['overflow-openrouter-500', true],
    ['overflow-llama.cpp-500', true],
    ['overflow-ollama-500', false],
    ['overflow-bedrock-500', false],
    ['overflow-bedrock-claude-500', true],
    ['too-large', false],
  ])('F2 %s is an overflow', async (model, tells) => {
    const silent = !tells || (provider === 'openai-responses' && model === 'overflow-500')
    const numbers = silent ? { used: null, limit: null } : { used: 501, limit: 500 }
    expect(await troubleWith(provider, model)).toEqual({ type: 'overflow', ...numbers })
  })

  test('F3 a rate limit tells how long to wait', async () => {
    expect(await troubleWith(provider, 'rate-limited-7')).toEqual({
      type: 'rate-limited',
      retryAfterMs: 7000,
      sentence: 'The provider’s rate limit is reached. Try again in 7 s.',
    })
  })

  test('F3 overloads and failures are told apart, also behind retries', async () => {
    expect(await troubleWith(provider, 'overloaded')).toMatchObject({ type: 'overloaded', retryAfterMs: null })
    expect(await troubleWith(provider, 'unavailable')).toMatchObject({ type: 'unavailable' })
    expect(await troubleWith(provider, 'rate-limited-0', { retries: 1 })).toMatchObject({ type: 'rate-limited' })
  })

  test('a refused key is told, and never the key', async () => {
    expect(await troubleWith(provider, 'bad-key')).toMatchObject({ type: 'refused-key' })
    const failure = await troubleWith(provider, 'leaky-error')
    expect(failure.type).toBe('refused-key')
    expect(JSON.stringify(failure)).not.toContain(testKey)
  })

  test('F4 a cancelled request is cancelled; one that takes too long is not', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 20)
    expect(await troubleWith(provider, 'half-open', { abortSignal: stop.signal })).toMatchObject({ type: 'cancelled' })
    const slow = await troubleWith(provider, 'half-open', { abortSignal: AbortSignal.timeout(20) })
    expect(slow).toMatchObject({ type: 'unavailable', sentence: expect.stringContaining('too long') })
  })

  test.each(['reset', 'no-terminator', 'garbage'])('K8 %s means that the provider broke off', async model => {
    expect(await troubleWith(provider, model)).toMatchObject({ type: 'unavailable' })
  })

  test('an error event in a stream is read as the same error in an answer', async () => {
    let failed: unknown
    const result = streamText({
      model: realModel(provider, 'error-in-stream', fake),
      prompt: 'hi',
      onError: ({ error }) => {
        failed = error
      },
    })
    await result.consumeStream()
    expect(providerFailureOf(failed)).toMatchObject({ type: 'overloaded' })
  })
})

test.each(['stream', 'whole'])('F2 what a model says about limits is no overflow (%s)', async how => {
  const words = 'The prompt is too long: 9 tokens > 8 maximum, says the rate limit.'
  const body = how === 'stream' ? `data: {"choices": "${words}"}\n\ndata: {${words}\n\n` : `{"choices": "${words}"}`
  const headers = { 'content-type': how === 'stream' ? 'text/event-stream' : 'application/json' }
  const model = createOpenAI({ apiKey: 'x', fetch: async () => new Response(body, { headers }) }).chat('m')
  let failed: unknown
  if (how === 'whole')
    failed = await generateText({ model, prompt: 'hi', maxRetries: 0 }).catch((error: unknown) => error)
  else {
    const onError = ({ error }: { error: unknown }) => {
      failed = error
    }
    await streamText({ model, prompt: 'hi', maxRetries: 0, onError }).consumeStream()
  }
  expect(providerFailureOf(failed)).toMatchObject({ type: 'unavailable' })
})

test('F4 nobody listens: the provider is unavailable', async () => {
  const gone = await startFakeProvider()
  await gone.close()
  const asked = generateText({ model: realModel('anthropic', 'ok', gone), prompt: 'hi', maxRetries: 0 })
  expect(providerFailureOf(await asked.catch((error: unknown) => error))).toMatchObject({ type: 'unavailable' })
})

test('F3 waits are read from headers, dates, and words', () => {
  const wait = (error: unknown) => (providerFailureOf(error) as { retryAfterMs?: number | null }).retryAfterMs
  const limited = (headers: Record<string, string>, message = 'slow down') => ({
    message,
    statusCode: 429,
    responseHeaders: headers,
  })
  expect(wait(limited({ 'retry-after-ms': '250', 'retry-after': '9' }))).toBe(250)
  expect(wait(limited({ 'retry-after': '1.5' }))).toBe(1500)
  const date = 'Sun, 15 Nov 2026 10:00:00 GMT'
  expect(wait(limited({ 'retry-after': 'Sun, 15 Nov 2026 10:00:20 GMT', date }))).toBe(20_000)
  expect(wait(limited({ 'retry-after': 'whenever' }))).toBeNull()
  expect(wait(limited({}, 'Rate limit reached. Please try again in 7.66s.'))).toBe(7660)
  expect(wait(limited({}, 'Please try again in 6m0s.'))).toBe(360_000)
  expect(wait(limited({}, '"retryDelay": "37s"'))).toBe(37_000)
  expect(wait(limited({}, 'Please try again in 140ms.'))).toBe(140)
})

test.each([
  [
    { message: 'You exceeded your current quota', statusCode: 429, data: { error: { code: 'insufficient_quota' } } },
    'other',
  ],
  [
    {
      message: 'too large on tokens per minute (TPM)',
      statusCode: 413,
      data: { error: { code: 'rate_limit_exceeded' } },
    },
    'rate-limited',
  ],
  [{ message: 'x', statusCode: 400, data: { error: { code: 'context_length_exceeded' } } }, 'overflow'],
  [{ message: 'x', statusCode: 413 }, 'overflow'],
  [{ message: 'model: claude-9 not found', statusCode: 404 }, 'other'],
  [{ name: 'AI_LoadAPIKeyError', message: 'Anthropic API key is missing' }, 'refused-key'],
  [{ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } }, 'unavailable'],
  [{ name: 'AbortError', message: 'This operation was aborted' }, 'cancelled'],
  ['Overloaded', 'overloaded'],
  [null, 'other'],
])('F2 F3 %j is %s', (error, type) => {
  expect(providerFailureOf(error).type).toBe(type)
})

test('E2 what is quoted of an unknown error is short and holds nothing like a key', () => {
  const failure = providerFailureOf({
    statusCode: 404,
    message: `no model for sk-ant-api03-${'x1'.repeat(20)} ${'long '.repeat(200)}`,
  })
  expect(failure).toMatchObject({ type: 'other', sentence: expect.stringContaining('no model for [redacted]') })
  expect(JSON.stringify(failure).length).toBeLessThan(320)
})

test('F6 anything at all can be classified', () => {
  fc.assert(
    fc.property(fc.anything(), value => {
      expect(providerFailureOf(value).type).toBeTypeOf('string')
    }),
    { numRuns: 2000 },
  )
  const loop: Record<string, unknown> = { message: 'x' }
  loop.cause = loop
  loop.data = loop
  expect(providerFailureOf(loop).type).toBe('other')
})
