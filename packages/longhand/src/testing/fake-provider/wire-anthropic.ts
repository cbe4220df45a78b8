import type { Json } from '../../core/json.ts'
import { type Answer, type Ending, pieces, type Said } from './answer.ts'
import { type AnthropicBlock, type AnthropicRequest, anthropicProblem, blocksOf } from './check-anthropic.ts'
import { threadReferences } from './references-anthropic.ts'
import { event, type Wire, type WireContext, type WireTurn } from './wire.ts'

/** Anthropic Messages: `POST /v1/messages`. */
export const anthropicWire: Wire = {
  name: 'anthropic',
  serves: path => path.endsWith('/messages'),
  read: body => {
    const { model, stream, system, messages, tools } = body as unknown as AnthropicRequest
    return {
      model,
      stream: stream ?? false,
      system: blocksOf(system).map(blockText).join('\n'),
      turns: (messages ?? []).map(spoken),
      tools: (tools ?? []).map(tool => tool.name),
    }
  },
  references: threadReferences,
  problem: (prompt, sent = prompt) =>
    anthropicProblem(prompt as unknown as AnthropicRequest, sent as unknown as AnthropicRequest),
  frames,
  whole: (answer, about) => ({
    ...head(about),
    content: answer.says.map(block),
    stop_reason: stopReasons[answer.ending],
    usage: usage(about),
  }),
  failure: (kind, message) => ({
    status: statuses[kind],
    body: { type: 'error', error: { type: errorTypes[kind], message } },
  }),
}

function spoken({ role, content }: { role: string; content: string | readonly AnthropicBlock[] }): WireTurn {
  const blocks = blocksOf(content)
  const isResult = blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result')
  return { role: isResult ? 'tool' : (role as 'user'), text: blocks.map(blockText).join('\n') }
}

const blockText = (one: AnthropicBlock): string => one.text ?? blocksOf(one.content).map(blockText).join('\n')

function frames(answer: Answer, about: WireContext): readonly string[] {
  const start = { ...head(about), content: [], stop_reason: null, usage: { ...usage(about), output_tokens: 1 } }
  return [
    named('message_start', { message: start }),
    named('ping', {}),
    ...answer.says.flatMap(saidFrames),
    ...(answer.breaks !== undefined
      ? [named('error', { error: { type: errorTypes[answer.breaks], message: 'Overloaded' } })]
      : [
          named('message_delta', {
            delta: { stop_reason: stopReasons[answer.ending], stop_sequence: null },
            usage: { output_tokens: about.usage.output },
          }),
          named('message_stop', {}),
        ]),
  ]
}

const named = (type: string, fields: { readonly [key: string]: Json }): string => event({ type, ...fields }, type)

function saidFrames(said: Said, index: number): readonly string[] {
  const delta = (fields: Json) => named('content_block_delta', { index, delta: fields })
  const opened = named('content_block_start', { index, content_block: emptyBlock(said) })
  return [opened, ...deltas(said).map(delta), named('content_block_stop', { index })]
}

function deltas(said: Said): readonly Json[] {
  if (said.type === 'text') return pieces(said.text).map(text => ({ type: 'text_delta', text }))
  if (said.type === 'call') return [{ type: 'input_json_delta', partial_json: JSON.stringify(said.input) }]
  const thoughts = pieces(said.text).map(thinking => ({ type: 'thinking_delta', thinking }))
  return [...thoughts, { type: 'signature_delta', signature: signature(said.text) }]
}

function emptyBlock(said: Said): Json {
  if (said.type === 'text') return { type: 'text', text: '' }
  if (said.type === 'reasoning') return { type: 'thinking', thinking: '', signature: '' }
  return { type: 'tool_use', id: said.id, name: said.name, input: {} }
}

function block(said: Said): Json {
  if (said.type === 'text') return { type: 'text', text: said.text }
  if (said.type === 'reasoning') return { type: 'thinking', thinking: said.text, signature: signature(said.text) }
  return { type: 'tool_use', id: said.id, name: said.name, input: said.input }
}

/** Stands for the signature a provider puts under reasoning and wants back unchanged. */
export const signature = (text: string): string => `sig-${text.length}`

const head = ({ model, index }: WireContext) => ({
  id: `msg_fake_${index}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

const usage = ({ usage: { input, output, cacheRead, cacheWrite } }: WireContext) => ({
  input_tokens: input - cacheRead - cacheWrite,
  cache_creation_input_tokens: cacheWrite,
  cache_read_input_tokens: cacheRead,
  output_tokens: output,
})

const stopReasons: Readonly<Record<Ending, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  calls: 'tool_use',
  refusal: 'refusal',
  filtered: 'refusal',
}

const statuses = {
  'bad-request': 400,
  'bad-key': 401,
  'rate-limited': 429,
  unavailable: 500,
  overloaded: 529,
  overflow: 400,
  'too-large': 413,
} as const

const errorTypes = {
  'bad-request': 'invalid_request_error',
  'bad-key': 'authentication_error',
  'rate-limited': 'rate_limit_error',
  unavailable: 'api_error',
  overloaded: 'overloaded_error',
  overflow: 'invalid_request_error',
  'too-large': 'request_too_large',
} as const
