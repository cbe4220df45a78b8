// Messages of both sides, drawn at random for the tests of the conversion.
import type { ModelMessage, UIMessage } from 'ai'
import fc from 'fast-check'
import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'

/** As it comes from storage: JSON has no minus zero. */
const json = fc.json({ maxDepth: 2 }).map(written => JSON.parse(written) as Json)
const words = fc.constantFrom('yes', 'Read the file.', 'Grüße, 世界 🌍', '<b>no</b>', '{"a":1}', 'a\nb', 'data:,x')
const text = fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('', ' \n'))
const address = fc.constantFrom('https://x.org', 'https://x.org/a.png', 'http://x.org/ü?q=a b#c', 'gs://Bucket/a')
const webUrl = fc.constantFrom('https://x.org/', 'https://x.org/a.png').map(url => new URL(url))
const id = fc.string({ unit: fc.constantFrom(...'abcdef0123456789'), minLength: 6, maxLength: 10 })
const name = fc.constantFrom('read', 'write', 'search')
const fields = fc.dictionary(fc.constantFrom('signature', 'itemId', 'cacheControl', 'x'), json, {
  minKeys: 1,
  maxKeys: 3,
})
const options = fc.dictionary(fc.constantFrom('anthropic', 'openai', 'google'), fields, { minKeys: 1, maxKeys: 2 })
const base64 = fc.uint8Array({ maxLength: 8 }).map(bytes => Buffer.from(bytes).toString('base64'))
const mediaType = fc.constantFrom('image/png', 'application/pdf', 'text/plain', 'image')

/** An object in which each of the optional fields may be missing. */
const some = <T, O>(always: { [K in keyof T]: fc.Arbitrary<T[K]> }, maybe: { [K in keyof O]: fc.Arbitrary<O[K]> }) =>
  fc.tuple(fc.record(always), fc.record(maybe, { requiredKeys: [] })).map(([a, b]) => ({ ...a, ...b }))

/** What the core may hold: any provider's leavings, opaque things from anywhere. */
const provider = fc.oneof({ weight: 3, arbitrary: options }, { weight: 1, arbitrary: json })
const opaque = fc.record({
  type: fc.constant('opaque'),
  kind: fc.constantFrom('anthropic:image', 'data', 'x'),
  value: json,
})
const textPart = some({ type: fc.constant('text'), text }, { provider })
const reasoningPart = some({ type: fc.constant('reasoning'), text }, { provider })
const filePart = some(
  {
    type: fc.constant('file'),
    mediaType,
    name: fc.option(words),
    source: fc.oneof(
      fc.record({ type: fc.constant('base64'), data: base64 }),
      fc.record({
        type: fc.constant('url'),
        url: fc.oneof(address, fc.constant('no address')),
      }),
    ),
  },
  { provider, width: fc.nat(), height: fc.nat() },
)

const outcome = fc.constantFrom('ok', 'error', 'denied', 'missing')
const contentOutput = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text'), text: words }),
    fc.record({
      type: fc.constant('image'),
      source: fc.record({ type: fc.constant('base64'), media_type: fc.constant('image/png'), data: base64 }),
    }),
  ),
  { maxLength: 3 },
)
const output = fc.oneof(words, json, contentOutput as fc.Arbitrary<Json>)

const use = fc.record({
  call: some({ name, input: json }, { provider }),
  result: fc.option(some({ outcome, output }, { provider })),
})

/** A step: what the assistant says and asks for, and what the tools answer, in the order of the calls. */
const step = fc.record({
  said: fc.array(fc.oneof(textPart, reasoningPart, filePart, opaque), { maxLength: 3 }),
  last: words,
  uses: fc.array(use, { maxLength: 3 }),
})

function stepMessages(
  { said, last, uses }: typeof step extends fc.Arbitrary<infer T> ? T : never,
  at: number,
): readonly Message[] {
  const callId = (index: number) => `call-${at}-${index}`
  const calls = uses.map(({ call }, index) => ({ type: 'tool-call', callId: callId(index), ...call }))
  const results = uses.flatMap(({ call, result }, index) =>
    result === null ? [] : [{ type: 'tool-result', callId: callId(index), name: call.name, ...result }],
  )
  // Someone always says something, so that no message is empty.
  const parts = [...said, { type: 'text', text: last }, ...calls] as unknown as readonly Part[]
  const asked: Message = { role: 'assistant', parts }
  return results.length === 0 ? [asked] : [asked, { role: 'tool', parts: results as unknown as readonly Part[] }]
}

const userMessage = fc
  .array(fc.oneof(textPart, filePart, opaque), { maxLength: 3 })
  .chain(parts =>
    words.map((last): Message => ({ role: 'user', parts: [...parts, { type: 'text', text: last }] as Part[] })),
  )
const systemMessage = fc
  .array(textPart, { maxLength: 2 })
  .chain(parts =>
    words.map((last): Message => ({ role: 'system', parts: [...parts, { type: 'text', text: last }] as Part[] })),
  )

/** Turns of our messages, each a list: a system prompt, what a person says, or the steps of an answer. */
export const turns = fc.array(
  fc.oneof(
    systemMessage.map(message => [message]),
    userMessage.map(message => [message]),
    fc.array(step, { minLength: 1, maxLength: 3 }).map(steps => steps.flatMap(stepMessages)),
  ),
  { maxLength: 3 },
) as fc.Arbitrary<readonly (readonly Message[])[]>

const providerOptions = options
const modelText = fc.oneof(
  some({ type: fc.constant('text'), text: words }, { providerOptions }),
  fc.record({ type: fc.constant('text'), text, providerOptions }),
)
const fileData = fc.oneof(
  fc.record({ type: fc.constant('data'), data: base64 }),
  fc.record({ type: fc.constant('url'), url: webUrl }),
  fc.record({ type: fc.constant('reference'), reference: fc.record({ anthropic: id }) }),
  fc.record({ type: fc.constant('text'), text: words }),
)
const modelFile = some({ type: fc.constant('file'), mediaType, data: fileData }, { filename: words, providerOptions })
const modelOutput = fc.oneof(
  some({ type: fc.constantFrom('text', 'error-text'), value: text }, { providerOptions }),
  some({ type: fc.constantFrom('json', 'error-json'), value: json }, { providerOptions }),
  some({ type: fc.constant('execution-denied') }, { reason: words, providerOptions }),
  fc.record({
    type: fc.constant('content'),
    value: fc.array(
      fc.oneof(
        some({ type: fc.constant('text'), text: words }, { providerOptions }),
        modelFile,
        fc.record({ type: fc.constant('custom'), providerOptions }),
      ),
    ),
  }),
)
const modelCall = some(
  { type: fc.constant('tool-call'), toolCallId: id, toolName: name, input: json },
  { providerOptions, providerExecuted: fc.boolean() },
)
const modelResult = some(
  { type: fc.constant('tool-result'), toolCallId: id, toolName: name, output: modelOutput },
  { providerOptions },
)
const approvalRequest = some(
  { type: fc.constant('tool-approval-request'), approvalId: id, toolCallId: id },
  { reason: words, isAutomatic: fc.boolean(), signature: id, inputSchemaInput: json },
)
const approvalResponse = some(
  { type: fc.constant('tool-approval-response'), approvalId: id, approved: fc.boolean() },
  { reason: words, providerExecuted: fc.boolean() },
)
const custom = some(
  { type: fc.constant('custom'), kind: fc.constantFrom('openai.compaction', 'anthropic.fallback') },
  { providerOptions },
)
const reasoningFile = some(
  {
    type: fc.constant('reasoning-file'),
    mediaType,
    data: fc.oneof(
      fc.record({ type: fc.constant('data'), data: base64 }),
      fc.record({ type: fc.constant('url'), url: webUrl }),
    ),
  },
  { providerOptions },
)
const fromTheFuture = fc.record({ type: fc.constant('hologram'), depth: fc.nat() })

const content = (...parts: readonly fc.Arbitrary<unknown>[]) =>
  fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 5 })

/** The AI SDK's messages in today's form. */
export const modelMessages = fc.array(
  fc.oneof(
    some({ role: fc.constant('system'), content: words }, { providerOptions }),
    some({ role: fc.constant('user'), content: content(modelText, modelFile) }, { providerOptions }),
    some(
      {
        role: fc.constant('assistant'),
        content: content(
          modelText,
          modelFile,
          modelCall,
          modelResult,
          approvalRequest,
          custom,
          reasoningFile,
          some({ type: fc.constant('reasoning'), text: words }, { providerOptions, future: json }),
        ),
      },
      { providerOptions },
    ),
    some({ role: fc.constant('tool'), content: content(modelResult, approvalResponse) }, { providerOptions }),
  ),
  { maxLength: 3 },
) as unknown as fc.Arbitrary<ModelMessage[]>

const providerMetadata = options
const state = fc.constantFrom('streaming', 'done')
const uiText = some(
  { type: fc.constant('text'), text },
  { state, providerMetadata, citations: fc.array(json, { maxLength: 1 }) },
)
const uiReasoning = some({ type: fc.constant('reasoning'), text }, { state, providerMetadata, id })
const url = fc.oneof(
  address,
  fc.tuple(mediaType, base64).map(([type, data]) => `data:${type};base64,${data}`),
)
const uiFile = some(
  { type: fc.constant('file'), mediaType, url },
  { filename: words, providerMetadata, providerReference: fc.record({ openai: id }) },
)
const uiOther = fc.oneof(
  some({ type: fc.constant('custom'), kind: fc.constantFrom('a.b', 'anthropic.message_start') }, { providerMetadata }),
  some({ type: fc.constant('reasoning-file'), mediaType, url }, { providerMetadata }),
  some({ type: fc.constant('source-url'), sourceId: id, url: address }, { title: words, providerMetadata }),
  some({ type: fc.constant('source-document'), sourceId: id, mediaType, title: words }, { filename: words }),
  some({ type: fc.constantFrom('data-compaction', 'data-context'), data: json }, { id }),
)

const callProviderMetadata = options
const resultProviderMetadata = options
const approval = some(
  { id },
  { requestReason: words, isAutomatic: fc.boolean(), signature: id, inputSchemaInput: json, descriptor: json },
)
const answered = (approved: boolean) =>
  some(
    {
      approval: approval.chain(asked =>
        fc.option(words).map(reason => ({ ...asked, approved, ...(reason === null ? {} : { reason }) })),
      ),
    },
    {},
  )
const toolState = fc.oneof(
  some({ state: fc.constant('input-streaming') }, { input: json, rawInput: words, inputEncoding: fc.constant('text') }),
  fc.record({ state: fc.constant('input-available'), input: json }),
  fc.record({ state: fc.constant('approval-requested'), input: json, approval }),
  fc.record({ state: fc.constant('approval-responded'), input: json }).chain(part =>
    fc
      .boolean()
      .chain(answered)
      .map(more => ({ ...part, ...more })),
  ),
  some(
    { state: fc.constant('output-available'), input: json, output },
    { resultProviderMetadata, preliminary: fc.boolean() },
  ),
  fc
    .record({ state: fc.constant('output-available'), input: json, output })
    .chain(part => answered(true).map(more => ({ ...part, ...more }))),
  some(
    { state: fc.constant('output-error'), errorText: words },
    { input: json, rawInput: json, resultProviderMetadata },
  ),
  fc
    .record({ state: fc.constant('output-denied'), input: json })
    .chain(part => answered(false).map(more => ({ ...part, ...more }))),
)
const tool = fc
  .tuple(
    fc.oneof(
      fc.record({ type: name.map(one => `tool-${one}`) }),
      some({ type: fc.constant('dynamic-tool'), toolName: name }, { dynamic: fc.constant(false) }),
    ),
    some(
      { toolCallId: id },
      { title: words, toolMetadata: fields, providerExecuted: fc.boolean(), callProviderMetadata },
    ),
    toolState,
  )
  .map(([kind, identity, rest]) => ({ ...kind, ...identity, ...rest }))
const stepStart = fc.constant({ type: 'step-start' })
const steering = fc.record({
  type: fc.constant('steering-message'),
  id,
  parts: fc.array(fc.oneof(uiText, uiFile), { maxLength: 2 }),
})

const message = <T>(role: string, parts: fc.Arbitrary<T>) =>
  some({ id, role: fc.constant(role), parts: fc.array(parts, { maxLength: 8 }) }, { metadata: json })

/** The AI SDK's messages for screens, in any state. */
export const uiMessages = fc.uniqueArray(
  fc.oneof(
    message('system', uiText),
    message('user', fc.oneof(uiText, uiFile, uiOther)),
    message(
      'assistant',
      fc.oneof(uiText, uiReasoning, uiFile, uiOther, tool, tool, stepStart, stepStart, steering, fromTheFuture),
    ),
  ),
  { maxLength: 2, selector: one => one.id },
) as unknown as fc.Arbitrary<UIMessage[]>
