import { answer, type FakeProvider, startFakeProvider } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import { type Started, start } from '../testing/start.ts'

let fake: FakeProvider
let issuer: Issuer
let server: Started
beforeEach(async () => {
  fake = await startFakeProvider({ behaviour: () => answer('Heron.') })
  issuer = await startIssuer()
  server = await start({ upstreams: upstreams(), auth: issuer.auth })
})
afterEach(async () => {
  await server.close()
  await issuer.close()
  await fake.close()
})

const upstreams = (): readonly Upstream[] => {
  const at = { baseURL: fake.baseURL, key: 'server-key', hosted: true }
  return [
    { ...at, name: 'openai', protocols: ['openai-responses', 'openai-chat'] },
    { ...at, name: 'anthropic', protocols: ['anthropic'] },
  ]
}

type Path = 'responses' | 'chat/completions' | 'messages' | 'messages/count_tokens'

/** Asks as somebody, with the server's keys or with their own beside their token. */
async function ask(path: Path, fields: object | string, ownKey: string | null = null) {
  const token = await issuer.sign({ sub: 'bob' })
  const keys =
    ownKey === null
      ? { authorization: `Bearer ${token}` }
      : { authorization: `Bearer ${ownKey}`, 'longhand-token': token }
  const model = path.startsWith('messages') ? 'claude-opus-5' : 'gpt-5-mini'
  const answered = await fetch(`${server.url}/v1/${path}`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: typeof fields === 'string' ? fields : JSON.stringify({ model, max_tokens: 64, ...fields }),
  })
  return { status: answered.status, body: JSON.stringify(await answered.json()) }
}

const said = (...content: readonly object[]) => [{ role: 'user', content }]
const ids = { file: 'file_of_ann', container: 'cntr_of_ann' }
const source = { type: 'file', file_id: ids.file }
const responses = (fields: string) => `{"model":"gpt-5-mini",${fields}}`

const naming: readonly (readonly [Path, object | string])[] = [
  ...[
    { input: 'Hi.', tools: [{ type: 'code_interpreter', container: ids.container }] },
    { input: 'Hi.', tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [ids.file] } }] },
    { input: 'Hi.', tools: [{ type: 'file_search', vector_store_ids: ['vs_of_ann'] }] },
    { input: 'Hi.', tools: [{ type: 'shell', environment: { type: 'container_reference', container_id: 'c' } }] },
    { input: 'Hi.', tools: [{ type: 'image_generation', input_image_mask: { file_id: ids.file } }] },
    { input: said({ type: 'input_file', file_id: ids.file }) },
    { input: said({ type: 'input_text', text: 'See.' }, { type: 'input_image', file_id: ids.file }) },
    { input: said({ type: 'item_reference', id: 'msg_of_ann' }) },
    { input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', file_id: ids.file }] }] },
    { input: [{ type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', file_id: 'f' } }] },
    { input: [{ type: 'code_interpreter_call', id: 'ci', code: '1', container_id: ids.container, outputs: [] }] },
    { input: 'Hi.', prompt: { id: 'p', variables: { file: { type: 'input_file', file_id: ids.file } } } },
    // What is longer than what a request says about itself.
    responses(`"input":"Hi.","conversation":{${' '.repeat(3_000)}"id":"conv_of_ann"}`),
    // Of a member that stands there twice, providers may read either.
    responses('"input":"Hi.","previous_response_id":"resp_of_ann","previous_response_id":null'),
    responses('"input":"Hi.","conversation":"conv_of_ann","conversation":null'),
    responses('"input":[{"type":"item_reference","id":"msg_of_ann"}],"input":"Hi."'),
    responses('"input":[{"role":"user","content":[{"type":"input_file","file_id":"f","file_id":null}]}]'),
    responses('"input":[{"type":"item_reference","type":"message","id":"m","role":"user","content":"Hi."}]'),
    responses('"input":[{"id":"msg_of_ann","id":"msg_of_bob"}]'),
    responses('"input":[{"role":"user","content":[{"type":"input_file","\\u0066ile_id":"file_of_ann"}]}]'),
  ].map(fields => ['responses', fields] as const),
  ['chat/completions', { messages: said({ type: 'file', file: { file_id: ids.file } }) }],
  [
    'chat/completions',
    { messages: [...said({ type: 'text', text: 'Hi.' }), { role: 'assistant', audio: { id: 'a' } }] },
  ],
  ...[
    { container: ids.container, messages: said({ type: 'text', text: 'Hi.' }) },
    { container: { id: ids.container }, messages: said({ type: 'text', text: 'Hi.' }) },
    { messages: said({ type: 'document', source }) },
    { messages: said({ type: 'image', source }) },
    { messages: said({ type: 'container_upload', file_id: ids.file }) },
    { messages: said({ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source }] }) },
  ].map(fields => ['messages', fields] as const),
  ['messages/count_tokens', { messages: said({ type: 'document', source }) }],
]

test.each(naming)(
  'H4.12 on a shared server nobody names to %s what a provider holds of someone: %j',
  async (path, fields) => {
    const { status, body } = await ask(path, fields)
    expect([status, body]).toEqual([400, expect.stringContaining('Send the content itself, or your own key.')])
    expect(JSON.parse(body)).toMatchObject({ error: { type: 'invalid_request_error' } })
    expect(fake.calls).toEqual([])
  },
)

const free: readonly (readonly [Path, object])[] = [
  ...[
    { input: 'Hi.', tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
    { input: 'Hi.', conversation: null, previous_response_id: null },
    { input: 'Hi.', prompt: { id: 'pmpt_of_the_operator', variables: { file_id: 'a word', container: 'another' } } },
    { input: said({ type: 'input_text', text: 'Which "file_id", "container" and \\u0066ile?' }) },
    { input: said({ type: 'input_image', image_url: 'data:image/png;base64,AAAA', file_id: null }) },
    {
      input: [
        { role: 'user', content: 'Hi.' },
        { type: 'function_call', call_id: 'c', name: 'read', arguments: '{"file_id":"their own"}' },
        { type: 'function_call_output', call_id: 'c', output: '{"container":"their own"}' },
      ],
      tools: [{ type: 'function', name: 'read', parameters: { properties: { file_id: { type: 'string' } } } }],
    },
  ].map(fields => ['responses', fields] as const),
  ['chat/completions', { messages: said({ type: 'text', text: 'Hi.' }), audio: { voice: 'alloy', format: 'wav' } }],
  [
    'messages',
    {
      messages: [
        ...said({ type: 'text', text: 'Hi.' }),
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: { file_id: 'their own' } }] },
        ...said({ type: 'tool_result', tool_use_id: 't', content: 'Read.' }),
      ],
      tools: [{ name: 'read', input_schema: { type: 'object', properties: { container: { type: 'string' } } } }],
    },
  ],
]

test.each(free)('H4.12 what only looks like a name goes on to %s: %j', async (path, fields) => {
  expect(await ask(path, fields)).toMatchObject({ status: 200 })
})

test('H4.12, H4.21 what a client’s own key may name is its provider’s to say, and everything on a server of one person', async () => {
  const fields = { input: 'Hi.', tools: [{ type: 'code_interpreter', container: ids.container }] }
  expect(await ask('responses', fields, 'sk-of-bob')).toMatchObject({ status: 200 })
  await server.close()
  server = await start({ upstreams: upstreams() })
  const answered = await fetch(`${server.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer token-of-a-test', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-5-mini', ...fields }),
  })
  expect(answered.status).toBe(200)
})
