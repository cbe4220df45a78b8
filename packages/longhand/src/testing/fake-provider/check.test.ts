import { expect, test } from 'vitest'
import { asJson, type Json } from '../../core/json.ts'
import { type AnthropicRequest, anthropicProblem } from './check-anthropic.ts'
import { type GeminiTurn, geminiProblem } from './check-gemini.ts'
import { type ChatMessage, chatProblem } from './check-openai-chat.ts'
import { type ResponsesItem, type ResponsesRequest, responsesProblem } from './check-openai-responses.ts'
import type { FindHeld } from './references.ts'
import { responsesReferences } from './references-openai-responses.ts'

type Messages = NonNullable<AnthropicRequest['messages']>

const u = (text = 'hi') => ({ role: 'user', content: [{ type: 'text', text }] })
const a = (text = 'yes') => ({ role: 'assistant', content: [{ type: 'text', text }] })
const use = (...ids: string[]) => ({
  role: 'assistant',
  content: ids.map(id => ({ type: 'tool_use', id, name: 'read', input: {} })),
})
const got = (...ids: string[]) => ({
  role: 'user',
  content: ids.map(id => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
})
const thinking = { type: 'thinking' }

test.each<[string, Messages, RegExp | null]>([
  ['a conversation', [u(), a(), u()], null],
  ['calls with their results', [u(), use('c1', 'c2'), got('c2', 'c1'), a(), u()], null],
  ['words behind results', [u(), use('c1'), { role: 'user', content: [...got('c1').content, ...u().content] }], null],
  ['nothing', [], /at least one message/],
  ['an assistant first', [a(), u()], /first message must use the "user" role/],
  ['an assistant last', [u(), a()], /must end with a user message/],
  ['two of the user', [u(), u()], null],
  ['two of the assistant', [u(), a(), a(), u()], /roles must alternate/],
  ['a system role inside', [u(), { role: 'system', content: 'x' }, u()], null],
  ['a role that nobody has', [u(), { role: 'model', content: 'x' }, u()], /Input should be 'user', 'assistant' or/],
  ['a message without content', [u(), { role: 'assistant', content: [] }, u()], /non-empty content/],
  ['an empty text', [u(), a(''), u()], /must be non-empty/],
  ['a blank text', [u(), a(' \n'), u()], /non-whitespace text/],
  [
    'thinking at the end',
    [u(), { role: 'assistant', content: [thinking] }, u()],
    /final block .* cannot be `thinking`/,
  ],
  [
    'an input that is no object',
    [u(), { role: 'assistant', content: [{ ...use('c1').content[0]!, input: 'x' }] }, got('c1')],
    /valid dictionary/,
  ],
  ['an open call', [u(), use('c1'), u()], /ids were found without `tool_result` blocks immediately after: c1/],
  ['a call answered too late', [u(), use('c1'), u(), a(), got('c1')], /without `tool_result` blocks/],
  ['one of two calls answered', [u(), use('c1', 'c2'), got('c1')], /immediately after: c2/],
  ['a result nobody asked for', [u(), a(), got('c1')], /unexpected `tool_use_id`/],
  ['a result twice', [u(), use('c1'), got('c1', 'c1')], /single result/],
  [
    'words before results',
    [u(), use('c1'), { role: 'user', content: [...u().content, ...got('c1').content] }],
    /must come first/,
  ],
  ['an odd id', [u(), use('f.read:0'), got('f.read:0')], /should match pattern/],
  [
    'an odd name',
    [u(), { role: 'assistant', content: [{ ...use('c1').content[0]!, name: 'f.read' }] }, got('c1')],
    /name: String should match pattern/,
  ],
  ['an id twice', [u(), use('c1'), got('c1'), use('c1'), got('c1')], /ids must be unique/],
])('V6 V11 Anthropic judges %s', (_, messages, problem) => {
  const found = anthropicProblem({ model: 'm', max_tokens: 100, messages })
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})

test('V6 Anthropic wants the thinking of the answer it is working on back, when thinking is on', () => {
  const request = (messages: Messages) => ({ model: 'm', max_tokens: 100, thinking: { type: 'enabled' }, messages })
  const thought = { role: 'assistant', content: [thinking, ...use('c1').content] }
  expect(anthropicProblem(request([u(), use('c1'), got('c1')]))).toMatch(/must start with a thinking block/)
  expect(anthropicProblem(request([u(), thought, got('c1')]))).toBeNull()
  expect(anthropicProblem(request([u(), use('c1'), got('c1'), a(), u()]))).toBeNull()
})

test('Anthropic wants a bound for the answer, words in the system prompt, and at most four cache marks', () => {
  expect(anthropicProblem({ model: 'm', messages: [u()] })).toMatch(/max_tokens/)
  expect(anthropicProblem({ model: 'm', max_tokens: 1, system: ' ', messages: [u()] })).toMatch(/^system:/)
  const marked = { type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }
  const messages = [{ role: 'user', content: Array.from({ length: 5 }, () => marked) }]
  expect(anthropicProblem({ model: 'm', max_tokens: 1, messages })).toMatch(/maximum of 4 blocks/)
})

const call = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map(id => ({ id, function: { arguments: '{}' } })),
})
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'x' })
const said = (role: string): ChatMessage => ({ role, content: 'x' })

test.each<[string, readonly ChatMessage[], RegExp | null]>([
  ['a conversation', [said('system'), said('user'), said('assistant'), said('user'), said('user')], null],
  ['calls with their results', [said('user'), call('c1', 'c2'), result('c2'), result('c1')], null],
  ['nothing', [], /minimum length 1/],
  ['an unknown role', [said('model')], /Invalid value: 'model'/],
  ['empty content', [{ role: 'user', content: [] }], /empty array/],
  [
    'an assistant who says nothing',
    [said('user'), { role: 'assistant', content: null }],
    /expected a string, got null/,
  ],
  [
    'arguments that are no text',
    [said('user'), { ...call(), tool_calls: [{ id: 'c1', function: { arguments: {} } }] }, result('c1')],
    /must be a string/,
  ],
  ['an open call', [said('user'), call('c1', 'c2'), result('c1')], /did not have response messages: c2/],
  [
    'a call answered too late',
    [said('user'), call('c1'), said('user'), result('c1')],
    /did not have response messages: c1/,
  ],
  ['a result nobody asked for', [said('user'), result('c1')], /must be a response to a preceeding message/],
])('V6 OpenAI chat judges %s', (_, messages, problem) => {
  const found = chatProblem({ model: 'm', messages })
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})

const thoughtItem = { type: 'reasoning', id: 'rs_fake_1_0', summary: [] }
const answered: Readonly<Record<string, ResponsesItem>> = {
  rs_fake_1_0: thoughtItem,
  msg_fake_1_1: { type: 'message', id: 'msg_fake_1_1', role: 'assistant', content: 'x' },
  fc_fake_1_2: { type: 'function_call', id: 'fc_fake_1_2', call_id: 'c1', name: 'read', arguments: '{}' },
}
const findAnswered: FindHeld = (kind, id) => (kind === 'item' ? ((answered[id] as Json | undefined) ?? null) : null)
const refersTo = (id: string): ResponsesItem => ({ type: 'item_reference', id })

/** What is judged: a request with its references in place, as the fake reads it. */
const resolved = (items: readonly ResponsesItem[]): ResponsesRequest =>
  responsesReferences.resolve(asJson({ model: 'm', input: items }), findAnswered).prompt as unknown as ResponsesRequest

const input = (role: string): ResponsesItem => ({ role, content: [{ type: 'input_text', text: 'x' }] })

test.each<[string, readonly ResponsesItem[], RegExp | null]>([
  ['a conversation', [input('system'), input('user'), input('assistant'), input('user')], null],
  [
    'a call with its output',
    [input('user'), { type: 'function_call', call_id: 'c1' }, { type: 'function_call_output', call_id: 'c1' }],
    null,
  ],
  [
    'reasoning with what it led to',
    [input('user'), { type: 'reasoning', id: 'rs_1' }, input('assistant'), input('user')],
    null,
  ],
  ['a reference to what it said', [input('user'), refersTo('msg_fake_1_1'), input('user')], null],
  ['a reference without a type', [input('user'), { id: 'msg_fake_1_1' }, input('user')], null],
  [
    'references to reasoning and to what it led to',
    [input('user'), refersTo('rs_fake_1_0'), refersTo('msg_fake_1_1'), input('user')],
    null,
  ],
  [
    'a reference to a call with its output',
    [input('user'), refersTo('fc_fake_1_2'), { type: 'function_call_output', call_id: 'c1' }],
    null,
  ],
  ['nothing', [], /minimum length 1/],
  ['empty content', [{ role: 'user', content: [] }], /empty array/],
  [
    'an open call',
    [input('user'), { type: 'function_call', call_id: 'c1' }],
    /No tool output found for function call c1/,
  ],
  [
    'an output nobody asked for',
    [input('user'), { type: 'function_call_output', call_id: 'c1' }],
    /No tool call found/,
  ],
  [
    'reasoning that led nowhere',
    [input('user'), { type: 'reasoning', id: 'rs_1' }, input('user')],
    /without its required following item/,
  ],
  [
    'a reference to an open call',
    [input('user'), refersTo('fc_fake_1_2')],
    /No tool output found for function call c1/,
  ],
  [
    'a reference to reasoning that led nowhere',
    [input('user'), refersTo('rs_fake_1_0'), input('user')],
    /without its required following item/,
  ],
  ['a reference to what it never said', [input('user'), refersTo('msg_1')], /'msg_1' not found/],
  ['a reference without a type to what it never said', [input('user'), { id: 'msg_1' }], /'msg_1' not found/],
  ['a reference in the form of its own', [input('user'), refersTo('msg_fake_9_0')], /'msg_fake_9_0' not found/],
  ['a reference behind reasoning', [input('user'), thoughtItem, refersTo('msg_fake_9_0')], /'msg_fake_9_0' not found/],
])('V6 OpenAI responses judges %s', (_, items, problem) => {
  const found = responsesProblem(resolved(items))
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})

const user = (text = 'x'): GeminiTurn => ({ role: 'user', parts: [{ text }] })
const model = (text = 'x'): GeminiTurn => ({ role: 'model', parts: [{ text }] })
const asks = (many = 1): GeminiTurn => ({
  role: 'model',
  parts: Array.from({ length: many }, () => ({ functionCall: { name: 'read', args: {} } })),
})
const gets = (many = 1): GeminiTurn => ({
  role: 'user',
  parts: Array.from({ length: many }, () => ({ functionResponse: { name: 'read', response: {} } })),
})

test.each<[string, readonly GeminiTurn[], RegExp | null]>([
  ['a conversation', [user(), model(), user()], null],
  ['calls with their responses', [user(), asks(2), gets(2), model(), user()], null],
  ['a person behind responses', [user(), asks(), gets(), user()], null],
  ['a call behind responses', [user(), asks(), gets(), asks(), gets()], null],
  ['nothing', [], /contents is not specified/],
  ['a turn without parts', [{ role: 'user', parts: [] }], /must not be empty/],
  ['an empty text', [user('')], /must have a text parameter/],
  ['an unknown role', [{ role: 'assistant', parts: [{ text: 'x' }] }, user()], /valid role/],
  ['a model first', [model(), user()], /alternate between user and model/],
  ['a model last', [user(), model()], /end with a user role/],
  ['two of one role', [user(), user()], /alternate between user and model/],
  [
    'arguments that are no object',
    [user(), { role: 'model', parts: [{ functionCall: { name: 'read', args: 'x' } }] }, gets()],
    /protobuf\.Struct/,
  ],
  ['a call first', [asks(), gets()], /function call turn comes immediately after a user turn/],
  ['a call behind its own words', [user(), model(), asks(), gets()], /function call turn comes immediately/],
  ['an open call', [user(), asks(), user()], /number of function response parts/],
  ['one of two calls answered', [user(), asks(2), gets(1)], /number of function response parts/],
  ['a response nobody asked for', [user(), model(), gets()], /function response turn comes immediately/],
  [
    'words beside a response',
    [user(), asks(), { role: 'user', parts: [...gets().parts, ...user().parts] }],
    /holds only function responses/,
  ],
])('V6 V11 Gemini judges %s', (_, contents, problem) => {
  const found = geminiProblem({ contents })
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})
