import type { Json } from '../../core/json.ts'
import { type ClientShape, type ClientStep, task } from './client-shape.ts'

const text = (words: string) => ({ type: 'text', text: words })
const reminder = (words: string) => text(`<system-reminder>\n${words}\n</system-reminder>`)

const tools = (name: string) => [
  { type: 'function', function: { name, description: 'Runs a command.', parameters: { type: 'object' } } },
]

function toolCall({ call, command }: ClientStep, name: string): Json {
  const input = JSON.stringify({ command, description: 'Reads a file' })
  return { id: call, type: 'function', function: { name, arguments: input } }
}

const streamed = { stream: true, stream_options: { include_usage: true } }

/** From so many steps on qwen blanks its first results, all at once. */
const qwenBlanks = { from: 6, results: 4 }

/** What clients of OpenAI's chat completions send. */
export const openaiChatShapes: Readonly<Record<string, ClientShape>> = {
  'opencode-on-chat': {
    protocol: 'openai-chat',
    headers: {
      'user-agent': 'opencode/1.18.18 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14',
      'x-session-id': 'ses_e1fb6fa8affe',
      'x-session-affinity': 'ses_e1fb6fa8affe',
    },
    body: steps => ({
      model: 'gpt-x',
      max_tokens: 8000,
      messages: [
        { role: 'system', content: 'You are an agent.' },
        { role: 'user', content: task },
        ...steps.flatMap(step => [
          { role: 'assistant', content: step.says, tool_calls: [toolCall(step, 'bash')] },
          { role: 'tool', tool_call_id: step.call, content: step.output },
        ]),
      ],
      tools: tools('bash'),
      tool_choice: 'auto',
      ...streamed,
    }),
  },
  'pi-on-chat': {
    protocol: 'openai-chat',
    headers: { 'user-agent': 'pi (linux 6.x; arm64)' },
    body: steps => ({
      model: 'gpt-x',
      messages: [
        { role: 'system', content: 'You are an agent.' },
        { role: 'user', content: [text(task)] },
        ...steps.flatMap(step => [
          { role: 'assistant', content: step.says, tool_calls: [toolCall(step, 'bash')] },
          { role: 'tool', content: step.output, tool_call_id: step.call },
        ]),
      ],
      ...streamed,
      store: false,
      max_completion_tokens: 8000,
      tools: tools('bash'),
    }),
  },
  qwen: {
    protocol: 'openai-chat',
    headers: { 'user-agent': 'QwenCode/0.24.4 (linux; arm64)' },
    body: steps => ({
      model: 'gpt-x',
      messages: [
        { role: 'system', content: 'You are an agent.' },
        { role: 'user', content: [reminder('There are no skills.'), reminder('Today is Sunday.'), text(task)] },
        ...steps.flatMap((step, at) => [
          { role: 'assistant', content: step.says, tool_calls: [toolCall(step, 'run_shell_command')] },
          {
            role: 'tool',
            tool_call_id: step.call,
            content: [
              text(
                steps.length >= qwenBlanks.from && at < qwenBlanks.results ? '[Old tool result cleared]' : step.output,
              ),
            ],
          },
        ]),
      ],
      max_tokens: 16_384,
      ...streamed,
      tools: tools('run_shell_command'),
    }),
  },
  continue: {
    protocol: 'openai-chat',
    headers: { 'user-agent': 'ls/JS 5.23.2' },
    body: steps => ({
      model: 'gpt-x',
      messages: [
        { role: 'system', content: 'You are an agent.' },
        { role: 'user', content: task },
        ...steps.flatMap(step => [
          { role: 'assistant', content: step.says, tool_calls: [toolCall(step, 'Bash')] },
          { role: 'tool', content: step.output, tool_call_id: step.call },
        ]),
      ],
      stream: true,
      tools: tools('Bash'),
      stream_options: { include_usage: true },
    }),
  },
  'langchain-on-chat': {
    protocol: 'openai-chat',
    headers: { 'user-agent': 'langchainjs-openai/1.0.0 ((node/v24.21.0; linux; arm64))' },
    body: steps => ({
      model: 'gpt-4o',
      stream: false,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: task },
        ...steps.flatMap(step => [
          { role: 'assistant', content: '', tool_calls: [toolCall(step, 'look')] },
          { role: 'tool', content: step.output, tool_call_id: step.call },
          { role: 'assistant', content: step.says },
          { role: 'user', content: `And after ${step.number}?` },
        ]),
      ],
    }),
  },
  'ai-sdk-on-chat': {
    protocol: 'openai-chat',
    headers: { 'user-agent': 'ai-sdk/openai-compatible/2.0.87 ai-sdk/provider-utils/4.0.62 runtime/node.js/24' },
    body: steps => ({
      model: 'gpt-x',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: task },
        ...steps.flatMap(step => [
          {
            role: 'assistant',
            content: step.says,
            reasoning_content: step.thought,
            tool_calls: [toolCall(step, 'bash')],
          },
          { role: 'tool', tool_call_id: step.call, content: step.output },
        ]),
      ],
      tool_choice: 'auto',
      ...streamed,
    }),
  },
}
