import type { Json } from '../../core/json.ts'
import { type ClientShape, type ClientStep, task } from './client-shape.ts'

const mark = { cache_control: { type: 'ephemeral' } }
const text = (words: string) => ({ type: 'text', text: words })
const reminder = (words: string) => text(`<system-reminder>\n${words}\n</system-reminder>`)
const markedText = (words: string) => ({ ...text(words), ...mark })

/** Puts the client's cache mark on the last of some blocks, where it is only for one request. */
const markLast = (blocks: readonly Json[]): readonly Json[] =>
  blocks.map((block, at) => (at === blocks.length - 1 ? { ...(block as object), ...mark } : block))

type Turns = readonly { readonly role: string; readonly content: readonly Json[] }[]

const markedAtTheEnd = (turns: Turns): Turns =>
  turns.map((turn, at) => (at === turns.length - 1 ? { ...turn, content: markLast(turn.content) } : turn))

const thinking = ({ thought, number }: ClientStep) => ({
  type: 'thinking',
  thinking: thought,
  signature: `SIG${number}`,
})
const toolUse = ({ call, command }: ClientStep, name: string, more: object = {}) => ({
  ...{ type: 'tool_use', id: call, name },
  input: { command, ...more },
})

const claudeCodeHeaders = {
  'user-agent': 'claude-cli/2.1.325 (external, sdk-cli)',
  'x-claude-code-session-id': 'b323fb4d-f1e6-4787-bd86-126d02878102',
  'anthropic-version': '2023-06-01',
  'anthropic-beta': 'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27',
}

const claudeCodeFields = {
  system: [text('x-anthropic-billing-header: v=2'), markedText('You are an agent.'), markedText('Work carefully.')],
  tools: [{ name: 'Bash', description: 'Runs a command.', input_schema: { type: 'object', properties: {} } }],
  metadata: { user_id: '{"device_id":"d2","account_uuid":"","session_id":"b323fb4d-f1e6-4787-bd86-126d02878102"}' },
  max_tokens: 32_000,
  thinking: { type: 'adaptive', display: 'omitted' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
}

const claudeCodeSteps = (steps: readonly ClientStep[]): Turns =>
  steps.flatMap(step => [
    {
      role: 'assistant',
      content: [thinking(step), text(step.says), toolUse(step, 'Bash', { description: 'Reads a file' })],
    },
    {
      role: 'user',
      content: [
        { tool_use_id: step.call, type: 'tool_result', content: step.output, is_error: false },
        // Now and then the client adds words of its own to a message of results.
        ...(step.number % 4 === 1 ? [reminder(`The list of tasks has ${step.number} entries.`)] : []),
      ],
    },
  ])

/** What clients of Anthropic's messages send. */
export const anthropicShapes: Readonly<Record<string, ClientShape>> = {
  'claude-code': {
    protocol: 'anthropic',
    headers: claudeCodeHeaders,
    body: steps => ({
      model: 'claude-sonnet-4-5',
      messages: markedAtTheEnd([
        { role: 'user', content: [reminder('# Environment\nA folder.'), reminder('Today is Sunday.'), text(task)] },
        ...claudeCodeSteps(steps),
      ]),
      ...claudeCodeFields,
      stream: true,
    }),
  },
  'claude-code-with-system-messages': {
    protocol: 'anthropic',
    headers: claudeCodeHeaders,
    body: steps => ({
      model: 'claude-opus-5-5',
      messages: [
        { role: 'user', content: [reminder('Commits have no footer.'), text(task)] },
        { role: 'system', content: '# Environment\nA folder.', output_config: { effort: 'medium' } },
        ...claudeCodeSteps(steps.slice(0, 2)),
        // What changes the tools of the model may have no words at all.
        ...(steps.length < 2 ? [] : [{ role: 'system', content: [], output_config: { effort: 'high' } }]),
        ...markedAtTheEnd(claudeCodeSteps(steps.slice(2))),
      ],
      ...claudeCodeFields,
      output_config: { effort: 'medium' },
      stream: true,
    }),
  },
  'opencode-on-messages': {
    protocol: 'anthropic',
    headers: {
      'user-agent': 'opencode/1.18.18 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14',
      'x-session-id': 'ses_e1fbd1de3ffe',
      'x-session-affinity': 'ses_e1fbd1de3ffe',
      'anthropic-version': '2023-06-01',
    },
    body: steps => {
      const turns = steps.flatMap(step => [
        { role: 'assistant', content: [text(step.says), toolUse(step, 'bash', { description: 'Reads a file' })] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: step.call, content: step.output }] },
      ])
      return {
        model: 'claude-sonnet-4-5',
        max_tokens: 32_000,
        system: [markedText('You are an agent.')],
        messages: [
          { role: 'user', content: [text(task)] },
          ...turns.slice(0, -2),
          // It marks the last two messages.
          ...turns.slice(-2).map(turn => ({ ...turn, content: markLast(turn.content) })),
        ],
        tools: [{ name: 'bash', description: 'Runs a command.', input_schema: { type: 'object', properties: {} } }],
        tool_choice: { type: 'auto' },
        stream: true,
      }
    },
  },
  'pi-on-messages': {
    protocol: 'anthropic',
    headers: { 'user-agent': 'pi (linux 6.x; arm64)', 'anthropic-version': '2023-06-01' },
    body: steps => ({
      model: 'claude-x',
      messages: markedAtTheEnd([
        { role: 'user', content: [text(task)] },
        ...steps.flatMap(step => [
          { role: 'assistant', content: [thinking(step), text(step.says), toolUse(step, 'bash')] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: step.call, content: step.output, is_error: false }],
          },
        ]),
      ]),
      max_tokens: 8000,
      stream: true,
      system: [markedText('You are an agent.')],
      tools: [{ name: 'bash', description: 'Runs a command.', input_schema: { type: 'object', properties: {} } }],
      thinking: { type: 'enabled', budget_tokens: 6976, display: 'summarized' },
    }),
  },
  'langchain-on-messages': {
    protocol: 'anthropic',
    headers: { 'user-agent': 'Anthropic/JS 0.122.0', 'anthropic-version': '2023-06-01' },
    body: steps => ({
      model: 'claude-sonnet-4-5',
      stream: false,
      max_tokens: 16_384,
      messages: [
        { role: 'user', content: task },
        ...steps.flatMap(step => [
          { role: 'assistant', content: [text(step.says), toolUse(step, 'look')] },
          { role: 'user', content: [{ type: 'tool_result', content: step.output, tool_use_id: step.call }] },
          // The person goes on in a message of their own: two of one role in a row.
          { role: 'user', content: `And after ${step.number}?` },
        ]),
      ],
      system: 'Be brief.',
    }),
  },
}
