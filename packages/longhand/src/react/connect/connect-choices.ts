import * as words from '../words/connect.ts'

/** A provider as it is offered on the page. */
export type ConnectChoice = {
  /** What names of its models begin with; people choose it themselves for any other server. */
  readonly name: string
  readonly label: string
  /** Where its address is when nobody has moved it; null for a hosted provider. */
  readonly address: string | null
  /** Where keys are made, for a hosted provider. */
  readonly keys: string | null
}

const hosted = (name: string, label: string, keys: string): ConnectChoice => ({ name, label, address: null, keys })
const server = (name: string, label: string, address: string): ConnectChoice => ({ name, label, address, keys: null })

/** The providers that can be connected. The last one is any server that speaks the protocol of OpenAI. */
export const connectChoices: readonly ConnectChoice[] = [
  hosted('anthropic', words.anthropic, 'https://console.anthropic.com/settings/keys'),
  hosted('openai', words.openai, 'https://platform.openai.com/api-keys'),
  hosted('google', words.google, 'https://aistudio.google.com/apikey'),
  hosted('openrouter', words.openrouter, 'https://openrouter.ai/settings/keys'),
  server('ollama', words.ollama, 'http://127.0.0.1:11434/v1'),
  server('lm-studio', words.lmStudio, 'http://127.0.0.1:1234/v1'),
  server('vllm', 'vLLM', 'http://127.0.0.1:8000/v1'),
  server('', words.anotherServer, ''),
]

/** What people call a provider. */
export const providerLabel = (name: string): string =>
  connectChoices.find(choice => choice.name === name)?.label ?? (name === 'local' ? words.otherOpenaiCompatible : name)
