import { expect, test } from 'vitest'
import type { JsonObject } from './json-object.ts'
import { readItems } from './openai-responses.ts'
import { toOpenAIResponses } from './to-openai-responses.ts'

const written = (items: readonly JsonObject[]): readonly JsonObject[] =>
  toOpenAIResponses(
    readItems(items.map((value, index) => ({ index, value }))).flatMap(read =>
      'message' in read ? [read.message] : [],
    ),
  )

const text = (type: string, words: string) => ({ type, text: words })
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{"path":"a.ts"}' }

test.each<[what: string, items: readonly JsonObject[], expected: readonly JsonObject[] | null]>([
  [
    'what people say, with pictures and files',
    [
      {
        type: 'message',
        role: 'user',
        content: [
          text('input_text', 'Look.'),
          { type: 'input_image', image_url: 'data:image/png;base64,iVBO' },
          { type: 'input_image', image_url: 'https://example.com/a.png' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
          { type: 'input_file', file_id: 'file_1' },
        ],
      },
    ],
    null,
  ],
  ['a call and its output', [call, { type: 'function_call_output', call_id: 'call_1', output: 'text' }], null],
  [
    'an output of the API’s own tools',
    [
      { type: 'shell_call', id: 'sh_1', call_id: 'call_2', action: { commands: ['ls'] } },
      { type: 'shell_call_output', call_id: 'call_2', output: [{ stdout: 'a', stderr: '' }] },
    ],
    [
      { type: 'item_reference', id: 'sh_1' },
      { type: 'shell_call_output', call_id: 'call_2', output: [{ stdout: 'a', stderr: '' }] },
    ],
  ],
  [
    'what its provider holds, named once',
    [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      {
        ...{ type: 'message', id: 'msg_1', role: 'assistant' },
        content: [text('output_text', 'One.'), text('output_text', 'Two.')],
      },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    ],
    ['rs_1', 'msg_1', 'ws_1'].map(id => ({ type: 'item_reference', id })),
  ],
  ['an answer without a name', [{ type: 'message', role: 'assistant', content: [text('output_text', 'One.')] }], null],
  ['reasoning without a name', [{ type: 'reasoning', summary: [text('summary_text', 'Hm.')] }, call], [call]],
])('H4.17 %s', (_, items, expected) => {
  expect(written(items)).toEqual(expected ?? items)
})
