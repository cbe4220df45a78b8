import { join } from 'node:path'
import { arch, execPath, platform } from 'node:process'
import type { Agent } from './agent.ts'

const described = (command: string) => ({ command, description: 'Reads a part of the report' })

/** The agents that can be installed from npm and run without a screen. */
export const agents: readonly Agent[] = [
  {
    ...{ name: 'Claude Code', package: '@anthropic-ai/claude-code', model: 'claude-opus-5-5', provider: 'anthropic' },
    ...{ shell: 'Bash', shellInput: described },
    start: ({ url, key, task, folderOf }) => ({
      variables: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: key,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      // Its own start script is an install script, which is not run here.
      command: join(folderOf(`@anthropic-ai/claude-code-${platform}-${arch}`), 'claude'),
      args: ['-p', task, '--model', 'claude-opus-5-5', '--allowedTools', 'Bash'],
    }),
  },
  {
    ...{ name: 'Codex', package: '@openai/codex', model: 'gpt-5.2', provider: 'openai' },
    ...{ shell: 'exec_command', shellInput: cmd => ({ cmd }) },
    start: ({ url, key, task, folderOf, home }) => ({
      files: { '.codex/config.toml': '' },
      variables: { CODEX_API_KEY: key, CODEX_HOME: join(home, '.codex') },
      command: execPath,
      args: [
        join(folderOf('@openai/codex'), 'bin/codex.js'),
        ...['-c', `openai_base_url="${url}/v1"`, '-m', 'gpt-5.2'],
        ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
      ],
    }),
  },
  {
    ...{ name: 'opencode', package: 'opencode-ai', model: 'gpt-5.2', provider: 'openai' },
    ...{ shell: 'bash', shellInput: described },
    start: ({ url, key, task, folderOf }) => ({
      files: {
        '.config/opencode/opencode.json': JSON.stringify({
          provider: { openai: { options: { baseURL: `${url}/v1`, apiKey: key } } },
          permission: { bash: 'allow' },
        }),
      },
      variables: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
      command: join(folderOf(`opencode-${platform}-${arch}`), 'bin/opencode'),
      args: ['run', '-m', 'openai/gpt-5.2', task],
    }),
  },
  {
    ...{ name: 'pi', package: '@earendil-works/pi-coding-agent', model: 'gpt-5.2', provider: 'openai' },
    ...{ shell: 'bash', shellInput: command => ({ command }) },
    start: ({ url, key, task, folderOf }) => ({
      files: {
        '.pi/agent/models.json': JSON.stringify({
          providers: {
            longhand: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: key, models: [{ id: 'gpt-5.2' }] },
          },
        }),
      },
      variables: { PI_OFFLINE: '1' },
      command: execPath,
      args: [
        join(folderOf('@earendil-works/pi-coding-agent'), 'dist/bundle/cli.js'),
        ...['-p', '--provider', 'longhand', '--model', 'gpt-5.2', task],
      ],
    }),
  },
  {
    ...{ name: 'qwen', package: '@qwen-code/qwen-code', model: 'gpt-5.2', provider: 'openai' },
    ...{ shell: 'run_shell_command', shellInput: command => ({ ...described(command), is_background: false }) },
    start: ({ url, key, task, folderOf }) => ({
      variables: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: 'gpt-5.2' },
      command: execPath,
      args: [join(folderOf('@qwen-code/qwen-code'), 'cli-entry.js'), '-p', task, '--yolo', '--auth-type', 'openai'],
    }),
  },
  {
    ...{ name: 'Continue', package: '@continuedev/cli', model: 'gpt-5.2', provider: 'openai' },
    ...{ shell: 'Bash', shellInput: command => ({ command }) },
    start: ({ url, key, task, folderOf, home }) => ({
      files: {
        'config.yaml': [
          'name: longhand\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: gpt\n    provider: openai\n    model: gpt-5.2',
          `    apiBase: ${url}/v1\n    apiKey: ${key}\n    roles: [chat]`,
          // It counts for itself, and would cut what it believes to be too long.
          '    defaultCompletionOptions: { contextLength: 10000000 }\n',
        ].join('\n'),
      },
      variables: { CONTINUE_TELEMETRY_ENABLED: '0' },
      command: execPath,
      args: [
        join(folderOf('@continuedev/cli'), 'dist/cn.js'),
        '-p',
        task,
        '--config',
        join(home, 'config.yaml'),
        '--auto',
      ],
    }),
  },
]
