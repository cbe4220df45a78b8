import type { Json } from '../../core/json.ts'
import { type ClientShape, type ClientStep, task } from './client-shape.ts'

const input = (words: string) => ({ type: 'input_text', text: words })
const reasoning = (step: ClientStep) => ({
  ...{ type: 'reasoning', id: `rs_${step.number}`, summary: [] },
  encrypted_content: `ENC${step.number}`,
})
const tools = (name: string) => [{ type: 'function', name, description: 'Runs a command.', parameters: {} }]
const stateless = { store: false, include: ['reasoning.encrypted_content'] }

/** Codex says with every item where it comes from; its built-in provider only. */
type Metadata = (turn: string) => Readonly<Record<string, Json>>

const codexItems = (steps: readonly ClientStep[], about: Metadata): readonly Json[] => [
  {
    ...{ type: 'message', id: 'msg_1', role: 'developer', content: [input('You are an agent.')] },
    ...about('base_instructions'),
  },
  {
    ...{ type: 'message', id: 'msg_2', role: 'developer' },
    content: [input('<skills>None.</skills>'), input('<permissions>All.</permissions>')],
    ...about('permissions'),
  },
  {
    ...{ type: 'message', id: 'msg_3', role: 'user' },
    content: [input('<environment_context>\n  <shell>bash</shell>\n</environment_context>')],
    ...about('environment'),
  },
  { type: 'message', id: 'msg_4', role: 'user', content: [input(task)], ...about('user.text') },
  ...steps.flatMap(step => [
    { ...reasoning(step), content: null, ...about('') },
    {
      ...{ type: 'message', status: 'completed', id: `msg_a${step.number}`, role: 'assistant' },
      content: [{ type: 'output_text', text: step.says, annotations: [] }],
      ...about('unknown'),
    },
    {
      ...{ type: 'function_call', status: 'completed', id: `fc_${step.number}`, name: 'exec_command' },
      ...{ arguments: JSON.stringify({ cmd: step.command }), call_id: step.call },
      ...about(''),
    },
    {
      ...{ type: 'function_call_output', id: `fco_${step.number}`, call_id: step.call },
      output: `Process exited with code 0\n${step.output}`,
      ...about(''),
    },
  ]),
]

function codex(about: Metadata): ClientShape {
  const session = '01a1e048-6d7d-77c1-9bf3-3833639f217b'
  return {
    protocol: 'openai-responses',
    headers: {
      'user-agent': 'codex_exec/0.166.0 (Debian 12.0.0; aarch64) unknown (codex_exec; 0.166.0)',
      'session-id': session,
      'thread-id': session,
      originator: 'codex_exec',
    },
    body: steps => ({
      model: 'gpt-5.2',
      stream: true,
      input: codexItems(steps, about),
      tools: tools('exec_command'),
      tool_choice: 'auto',
      parallel_tool_calls: true,
      reasoning: { summary: 'auto' },
      ...stateless,
      prompt_cache_key: session,
      client_metadata: { thread_id: session, turn_id: '1' },
    }),
  }
}

const call = ({ call, command }: ClientStep, name: string) => ({
  ...{ type: 'function_call', call_id: call, name },
  arguments: JSON.stringify({ command }),
})

/** What clients of OpenAI's responses send that keep their conversation themselves. */
export const openaiResponsesShapes: Readonly<Record<string, ClientShape>> = {
  codex: codex(() => ({})),
  'codex-at-openai': codex(kind => ({
    internal_chat_message_metadata_passthrough: {
      turn_id: '1',
      ...(kind === '' ? {} : { content_item_kinds: [kind] }),
    },
  })),
  'opencode-on-responses': {
    protocol: 'openai-responses',
    headers: { 'user-agent': 'opencode/1.18.18 (linux 6.x; arm64)', 'session-id': 'ses_e1fbcc7ecffe' },
    body: steps => ({
      model: 'gpt-5.2',
      input: [
        { role: 'developer', content: 'You are an agent.' },
        { role: 'user', content: [input(task)] },
        ...steps.flatMap(step => [
          { type: 'reasoning', encrypted_content: `ENC${step.number}`, summary: [] },
          { role: 'assistant', content: [{ type: 'output_text', text: step.says }] },
          call(step, 'bash'),
          { type: 'function_call_output', call_id: step.call, output: step.output },
        ]),
      ],
      text: { verbosity: 'low' },
      ...stateless,
      prompt_cache_key: 'ses_e1fbcc7ecffe',
      tools: tools('bash'),
      stream: true,
    }),
  },
  'pi-on-responses': {
    protocol: 'openai-responses',
    headers: { 'user-agent': 'pi (linux 6.x; arm64)', session_id: '01a1e045-eb57-7324-8943-59881b86b8dc' },
    body: steps => ({
      model: 'gpt-r',
      input: [
        { role: 'developer', content: 'You are an agent.' },
        { role: 'user', content: [input(task)] },
        ...steps.flatMap(step => [
          reasoning(step),
          {
            ...{
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: step.says, annotations: [] }],
            },
            ...{ status: 'completed', id: `msg_${step.number}` },
          },
          { ...call(step, 'bash'), id: `fc_${step.number}` },
          { type: 'function_call_output', call_id: step.call, output: step.output },
        ]),
      ],
      stream: true,
      prompt_cache_key: '01a1e045-eb57-7324-8943-59881b86b8dc',
      ...stateless,
      tools: tools('bash'),
    }),
  },
  'langchain-on-responses': {
    protocol: 'openai-responses',
    headers: { 'user-agent': 'langchainjs-openai/1.0.0 ((node/v24.21.0; linux; arm64))' },
    body: steps => ({
      input: [
        { type: 'message', role: 'developer', content: 'Be brief.' },
        { type: 'message', role: 'user', content: task },
        ...steps.flatMap(step => [
          { type: 'message', role: 'assistant', content: '' },
          { ...call(step, 'look'), arguments: JSON.stringify({ command: step.command, why: step.says }) },
          { type: 'function_call_output', call_id: step.call, output: step.output },
        ]),
      ],
      model: 'gpt-5.2',
      stream: false,
      text: {},
    }),
  },
}
