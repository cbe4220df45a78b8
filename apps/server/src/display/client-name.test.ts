import { expect, test } from 'vitest'
import { clientNameOf } from './client-name.ts'

test.each([
  ['claude-cli/2.1.325 (external, sdk-cli)', 'Claude Code'],
  ['codex_exec/0.166.0 (Debian 12.0.0; aarch64) unknown (codex_exec; 0.166.0)', 'Codex'],
  ['opencode/1.18.18 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14', 'opencode'],
  ['pi (linux 6.x; arm64)', 'pi'],
  ['ls/JS 5.23.2', 'Continue'],
  ['a$/JS 6.1.0', 'Another program'],
  ['QwenCode/0.24.4 (linux; arm64)', 'Qwen Code'],
  ['langchainjs-openai/1.0.0 ((node/v24.21.0; linux; arm64))', 'LangChain'],
  ['ai-sdk/anthropic/3.0.138 ai-sdk/provider-utils/4.0.64 runtime/node.js/24', 'AI SDK'],
  ['OpenAI/JS 7.53.0', 'OpenAI SDK'],
  ['AsyncAnthropic/Python 0.80.0', 'Anthropic SDK'],
  ['My Tool/1.0 (x)', 'My Tool'],
  ['<script>alert(1)</script>', 'Another program'],
  ['unknown', 'Another program'],
  ['', 'Another program'],
])('H4.26 %j is %s', (userAgent, name) => {
  expect(clientNameOf({ settings: { relay: { client: userAgent } } })).toBe(name)
})

test('H4.26 a conversation that is written here has no client', () => {
  expect(clientNameOf({ settings: {} })).toBeNull()
  expect(clientNameOf({ settings: null })).toBeNull()
})
