import type { Json } from '../../core/json.ts'
import { type Answer, type Ending, pieces, type Said } from './answer.ts'
import {
  inputOf,
  type ResponsesContent,
  type ResponsesItem,
  type ResponsesRequest,
  responsesProblem,
} from './check-openai-responses.ts'
import { openaiFailure } from './openai-failure.ts'
import { responsesReferences } from './references-openai-responses.ts'
import { event, type Wire, type WireContext, type WireTurn } from './wire.ts'

/** OpenAI responses: `POST /v1/responses`. */
export const openaiResponsesWire: Wire = {
  name: 'openai-responses',
  serves: path => path.endsWith('/responses'),
  read: body => {
    const request = body as unknown as ResponsesRequest
    const { model, stream, instructions, tools } = request
    const input = inputOf(request)
    const isSystem = ({ role }: ResponsesItem) => role === 'system' || role === 'developer'
    return {
      model,
      stream: stream ?? false,
      system: [...(instructions ? [instructions] : []), ...input.filter(isSystem).map(textOf)].join('\n'),
      turns: input.filter(item => !isSystem(item)).map(spoken),
      tools: (tools ?? []).map(tool => tool.name ?? tool.type),
    }
  },
  references: responsesReferences,
  problem: body => responsesProblem(body as unknown as ResponsesRequest),
  frames,
  whole: ended,
  failure: openaiFailure,
}

function spoken(item: ResponsesItem): WireTurn {
  const role = item.type === 'function_call_output' ? 'tool' : item.role === 'user' ? 'user' : 'assistant'
  return { role, text: textOf(item) }
}

function textOf({ name = '', arguments: given = '', content, output, summary }: ResponsesItem): string {
  return [name + given, wordsIn(content), wordsIn(output), wordsIn(summary)].filter(text => text !== '').join('\n')
}

function wordsIn(content: ResponsesContent = null): string {
  if (content === null || typeof content === 'string') return content ?? ''
  return content.map(part => part.text ?? part.refusal ?? '').join('\n')
}

type Fields = { readonly [key: string]: Json }

function frames(answer: Answer, about: WireContext): readonly string[] {
  let sequence = 0
  const named = (type: string, fields: Fields) => event({ type, sequence_number: sequence++, ...fields }, type)
  const started = named('response.created', { response: { ...head(about), status: 'in_progress', output: [] } })
  const said = answer.says.flatMap((one, at) => {
    const place = { output_index: at, item_id: itemId(one, at, about) }
    return [
      named('response.output_item.added', { output_index: at, item: opened(one, at, about) }),
      ...deltas(one, answer).map(({ type, ...fields }) => named(type, { ...place, ...fields })),
      named('response.output_item.done', { output_index: at, item: item(one, at, answer, about) }),
    ]
  })
  if (answer.breaks !== undefined) {
    const { error } = openaiFailure(answer.breaks, 'The server is currently overloaded.').body as { error: Fields }
    return [started, ...said, named('error', { code: error.code ?? null, message: error.message!, param: null })]
  }
  const isComplete = answer.ending === 'stop' || answer.ending === 'calls' || answer.ending === 'refusal'
  const last = isComplete ? 'response.completed' : 'response.incomplete'
  return [started, ...said, named(last, { response: ended(answer, about) })]
}

function deltas(said: Said, { ending }: Answer): readonly (Fields & { readonly type: string })[] {
  if (said.type === 'call') {
    const whole = JSON.stringify(said.input)
    return [
      { type: 'response.function_call_arguments.delta', delta: whole },
      { type: 'response.function_call_arguments.done', arguments: whole },
    ]
  }
  if (said.type === 'reasoning') {
    return [
      { type: 'response.reasoning_summary_part.added', summary_index: 0, part: { type: 'summary_text', text: '' } },
      ...pieces(said.text).map(delta => ({ type: 'response.reasoning_summary_text.delta', summary_index: 0, delta })),
    ]
  }
  const name = ending === 'refusal' ? 'refusal' : 'output_text'
  const more = ending === 'refusal' ? {} : { logprobs: [] }
  return [
    { type: 'response.content_part.added', content_index: 0, part: content('', ending) },
    ...pieces(said.text).map(delta => ({ type: `response.${name}.delta`, content_index: 0, delta, ...more })),
    { type: 'response.content_part.done', content_index: 0, part: content(said.text, ending) },
  ]
}

const content = (text: string, ending: Ending): Json =>
  ending === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: [], logprobs: [] }

function opened(said: Said, at: number, about: WireContext): Json {
  const id = itemId(said, at, about)
  if (said.type === 'text') return { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] }
  if (said.type === 'reasoning') return { id, type: 'reasoning', summary: [], encrypted_content: null }
  return { id, type: 'function_call', status: 'in_progress', call_id: said.id, name: said.name, arguments: '' }
}

function item(said: Said, at: number, { ending }: Answer, about: WireContext): Json {
  const id = itemId(said, at, about)
  if (said.type === 'reasoning') {
    const summary = [{ type: 'summary_text', text: said.text }]
    return { id, type: 'reasoning', summary, encrypted_content: `sealed-${said.text.length}` }
  }
  if (said.type === 'call') {
    const call = { call_id: said.id, name: said.name, arguments: JSON.stringify(said.input) }
    return { id, type: 'function_call', status: 'completed', ...call }
  }
  return { id, type: 'message', status: 'completed', role: 'assistant', content: [content(said.text, ending)] }
}

const itemId = (said: Said, at: number, { index }: WireContext): string =>
  `${{ text: 'msg', reasoning: 'rs', call: 'fc' }[said.type]}_fake_${index}_${at}`

function head({ model, index, body }: WireContext) {
  const { store, previous_response_id: previous } = body as unknown as ResponsesRequest
  const echoed = { store: store ?? true, previous_response_id: previous ?? null }
  return { id: `resp_fake_${index}`, object: 'response', created_at: 1, model, ...echoed }
}

function ended(answer: Answer, about: WireContext) {
  const { ending } = answer
  const { input, output, cacheRead, reasoning } = about.usage
  const cut = { length: 'max_output_tokens', filtered: 'content_filter' }[ending as 'length']
  return {
    ...head(about),
    status: cut === undefined ? 'completed' : 'incomplete',
    incomplete_details: cut === undefined ? null : { reason: cut },
    error: null,
    output: answer.says.map((said, at) => item(said, at, answer, about)),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cacheRead },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
  }
}
