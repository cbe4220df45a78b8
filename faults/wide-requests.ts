/** A request of a client that is small in bytes and has more of one thing than any real one. */
export type WideRequest = { readonly name: string; readonly path: string; readonly body: object }

const model = 'claude-wide'

/** One for each thing that there may be many of, in each protocol. */
export const wideRequests = (many: number): readonly WideRequest[] => [
  ...anthropic(many),
  ...chat(many),
  ...responses(many),
]

function each<Value>(many: number, make: (at: number) => Value): readonly Value[] {
  return Array.from({ length: many }, (_, at) => make(at))
}

const question = { role: 'user', content: 'Go on.' }
const hello = { role: 'user', content: 'Hello.' }
const fine = { role: 'assistant', content: 'Fine.' }
const text = (at: number) => ({ type: 'text', text: `Block ${at}.` })
const inTurn = (at: number) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `Message ${at}.` })
const ofPerson = (at: number) => ({ role: 'user', content: `Message ${at}.` })
const ofSystem = (at: number) => ({ role: 'system', content: `Rule ${at}.` })
const words = (at: number) => `Word ${at}.`

/** Objects with so many members in all, as deep within others as a request may nest. */
function nested(many: number): object {
  const members = (from: number) => each(Math.min(many - from, 40_000), at => [`member ${from + at}`, at])
  let around: object = each(Math.ceil(many / 40_000), at => Object.fromEntries(members(at * 40_000)))
  for (let depth = 0; depth < 180; depth++) around = { around }
  return around
}

function anthropic(many: number): readonly WideRequest[] {
  const of = (thing: string, messages: readonly object[], more: object = {}): WideRequest => ({
    name: `anthropic, ${thing}`,
    path: '/v1/messages',
    body: { model, max_tokens: 10, messages, ...more },
  })
  const call = (at: number) => ({ type: 'tool_use', id: `toolu_${at}`, name: 'run', input: {} })
  const result = (at: number) => ({ type: 'tool_result', tool_use_id: `toolu_${at}`, content: 'Done.' })
  const thinking = (at: number) => ({ type: 'thinking', thinking: words(at), signature: 's' })
  const tool = (at: number) => ({ name: `tool_${at}`, input_schema: { type: 'object' } })
  return [
    of('blocks', [{ role: 'user', content: each(many, text) }, fine, question]),
    of('blocks of an answer', [hello, { role: 'assistant', content: each(many, text) }, question]),
    of('messages', [...each(many, inTurn), question]),
    of('messages of the person', [...each(many, ofPerson), fine, question]),
    of('messages of the system', [hello, ...each(many, ofSystem), fine, question]),
    of('calls', [
      hello,
      { role: 'assistant', content: each(many / 2, call) },
      { role: 'user', content: each(many / 2, result) },
    ]),
    of('members of an input, deep within', [
      hello,
      { role: 'assistant', content: [{ ...call(0), input: nested(many) }] },
      { role: 'user', content: [result(0)] },
    ]),
    of('thoughts', [hello, { role: 'assistant', content: [...each(many, thinking), text(0)] }, question]),
    of('blocks of a result', [
      hello,
      { role: 'assistant', content: [call(0)] },
      { role: 'user', content: [{ ...result(0), content: each(many, text) }] },
    ]),
    of('tools', [hello, fine, question], { tools: each(many, tool) }),
    of('blocks of the system prompt', [hello, fine, question], { system: each(many, text) }),
  ]
}

function chat(many: number): readonly WideRequest[] {
  const of = (thing: string, messages: readonly object[], more: object = {}): WideRequest => ({
    name: `openai chat, ${thing}`,
    path: '/v1/chat/completions',
    body: { model, messages, ...more },
  })
  const call = (at: number) => ({ id: `call_id_${at}`, type: 'function', function: { name: 'run', arguments: '{}' } })
  const result = (at: number) => ({ role: 'tool', tool_call_id: `call_id_${at}`, content: 'Done.' })
  const tool = (at: number) => ({ type: 'function', function: { name: `tool_${at}`, parameters: {} } })
  return [
    of('blocks', [{ role: 'user', content: each(many, text) }, fine, question]),
    of('messages', [...each(many, inTurn), question]),
    of('messages of the person', [...each(many, ofPerson), fine, question]),
    of('messages of the system', [hello, ...each(many, ofSystem), fine, question]),
    of('calls', [
      hello,
      { role: 'assistant', content: null, tool_calls: each(many / 2, call) },
      ...each(many / 2, result),
    ]),
    of('tools', [hello, fine, question], { tools: each(many, tool) }),
  ]
}

function responses(many: number): readonly WideRequest[] {
  const of = (thing: string, input: readonly object[], more: object = {}): WideRequest => ({
    name: `openai responses, ${thing}`,
    path: '/v1/responses',
    body: { model, store: false, input, ...more },
  })
  const call = (at: number) => ({ type: 'function_call', call_id: `call_id_${at}`, name: 'run', arguments: '{}' })
  const result = (at: number) => ({ type: 'function_call_output', call_id: `call_id_${at}`, output: 'Done.' })
  const block = (at: number) => ({ type: 'input_text', text: words(at) })
  const tool = (at: number) => ({ type: 'function', name: `tool_${at}`, parameters: {} })
  return [
    of('blocks', [{ role: 'user', content: each(many, block) }, fine, question]),
    of('items', [...each(many, inTurn), question]),
    of('items of the person', [...each(many, ofPerson), fine, question]),
    of('items of the system', [hello, ...each(many, ofSystem), fine, question]),
    of('calls', [hello, ...each(many / 2, call), ...each(many / 2, result)]),
    of('references', [hello, ...each(many, at => ({ type: 'item_reference', id: `msg_${at}` }))]),
    of('tools', [hello, fine, question], { tools: each(many, tool) }),
  ]
}
