/** How a program is told to speak to Longhand: one line to paste. */
export type ClientLine = { readonly program: string; readonly line: string; readonly where: string | null }

/** H4.26 one line for each program that speaks to Anthropic or OpenAI, with the address of this server. */
export const clientLines = (url: string): readonly ClientLine[] => [
  inShell('Claude Code', `ANTHROPIC_BASE_URL=${url} claude`),
  inShell('Codex', `codex -c 'openai_base_url="${url}/v1"'`),
  inFile(
    'opencode',
    `"provider": { "openai": { "options": { "baseURL": "${url}/v1", "apiKey": "…" } } }`,
    'opencode.json',
  ),
  inFile(
    'pi',
    `"providers": { "longhand": { "baseUrl": "${url}/v1", "api": "openai-completions", "apiKey": "…", "models": [{ "id": "gpt-5.2" }] } }`,
    '~/.pi/agent/models.json, then pi --provider longhand',
  ),
  inShell('Qwen Code', `OPENAI_BASE_URL=${url}/v1 OPENAI_MODEL=gpt-5.2 qwen --auth-type openai`),
  inFile('Cline', `${url}/v1`, 'the base URL of its provider “OpenAI Compatible”'),
  inFile(
    'Continue',
    `apiBase: ${url}/v1`,
    'config.yaml, of a model with provider: openai and a large contextLength: it counts for itself',
  ),
  inFile('LibreChat', `baseURL: "${url}/v1"`, 'an endpoint in librechat.yaml'),
  inShell('Open WebUI', `OPENAI_API_BASE_URL=${url}/v1`),
  inCode('LangChain, OpenAI', `new ChatOpenAI({ configuration: { baseURL: '${url}/v1' } })`),
  inCode('LangChain, Anthropic', `new ChatAnthropic({ anthropicApiUrl: '${url}' })`),
  inCode('AI SDK', `createAnthropic({ baseURL: '${url}/v1' })`),
  inCode('Package openai', `new OpenAI({ baseURL: '${url}/v1' })`),
  inCode('Package @anthropic-ai/sdk', `new Anthropic({ baseURL: '${url}' })`),
  inShell('Anything else', `OPENAI_BASE_URL=${url}/v1`),
]

const inShell = (program: string, line: string): ClientLine => ({ program, line, where: null })
const inCode = inShell
const inFile = (program: string, line: string, where: string): ClientLine => ({ program, line, where })
