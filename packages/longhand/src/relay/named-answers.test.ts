import { expect, test } from 'vitest'
import type { JsonObject } from '../wire/json-object.ts'
import { answerIds, namedAnswers } from './named-answers.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiResponsesProtocol as protocol } from './protocol-openai-responses.ts'
import { scanObject } from './scan-object.ts'

const requestOf = (fields: JsonObject | string, of = protocol) => {
  const bytes = Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields))
  return { bytes, members: scanObject(bytes), protocol: of }
}

const answered = protocol.readAnswer({
  id: 'resp_1',
  output: [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'A sum.' }] },
    { type: 'code_interpreter_call', id: 'ci_1', code: '1 + 1', container_id: 'cntr_1', outputs: null },
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Two.' }] },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'read', arguments: '{}' },
  ],
})!

test('H4.12 an answer can be named by its id, by those of its items, and by the container that its code ran in', () => {
  const ids = ['resp_1', 'rs_1', 'ci_1', 'msg_1', 'fc_1', 'cntr_1']
  expect(answerIds(requestOf({ input: 'Hi.' }), answered)).toEqual(ids)
  expect(answerIds(requestOf({ input: 'Hi.', background: true }), answered)).toEqual(ids)
  expect(answerIds(requestOf({ input: 'Hi.', store: false }), answered)).toEqual([])
  expect(answerIds(requestOf({ messages: [] }, anthropicProtocol), answered)).toEqual([])
})

test('H4.17 what a request goes on from is told by the answer and the items that it names, wherever they stand', async () => {
  const item = { type: 'item_reference', id: 'msg_1' }
  expect(await namedAnswers(requestOf({ input: 'Hi.', previous_response_id: 'resp_1' }))).toEqual(['resp_1'])
  expect(await namedAnswers(requestOf({ input: [7, item, { id: 'msg_2' }, item] }))).toEqual(['msg_1', 'msg_2'])
  expect(await namedAnswers(requestOf({ input: 'Hi.', previous_response_id: null }))).toEqual([])
  expect(await namedAnswers(requestOf({ input: 'Hi.', previous_response_id: 7 }))).toEqual([''])
  const thread = { type: 'continue', previous_message_id: 'msg_1' }
  expect(await namedAnswers(requestOf({ messages: [], thread }, anthropicProtocol))).toEqual(['msg_1'])
  expect(await namedAnswers(requestOf('{"input":[],"input":[]}'))).toBe(null)
})
