import { plainName } from './limits.ts'

/** What models of one tokenizer have in common. Every line has its source. */
export type Family = {
  readonly name: string
  /** Real tokens for each o200k token, before anything was learnt. */
  readonly ratio: number
  /** Tokens that each message costs on top of its text. */
  readonly perMessage: number
  /** Whether the provider drops the reasoning of a finished turn from later prompts. */
  readonly reasoning: 'kept' | 'dropped'
  readonly image: ImageRule
}

/** How a provider charges for an image. */
export type ImageRule = 'claude' | 'claude-large' | 'openai-tiles' | 'openai-patches' | 'gemini'

// Ratios and overheads: checked against recorded usage by `npm run eval -- tokens`.
// Reasoning: the same recordings show that OpenAI drops it at a new user turn and Anthropic keeps it.
const claude: Family = { name: 'claude', ratio: 1.16, perMessage: 4, reasoning: 'kept', image: 'claude' }
const claudeNew: Family = { name: 'claude-new', ratio: 1.55, perMessage: 4, reasoning: 'kept', image: 'claude-large' }
const gpt: Family = { name: 'gpt', ratio: 1, perMessage: 4, reasoning: 'dropped', image: 'openai-patches' }
const gptTiles: Family = { ...gpt, name: 'gpt-tiles', image: 'openai-tiles' }
// Gemini counts with the Gemma 3 vocabulary: 1.05 on prose, 1.22 on code, 1.33 on JSON and logs, by Google's own LocalTokenizer.
const gemini: Family = { name: 'gemini', ratio: 1.2, perMessage: 2, reasoning: 'dropped', image: 'gemini' }
// Vocabularies on npm compared with o200k on the same six texts: Llama 3 0.99 to 1.05, Qwen 3 1.00 to 1.12, DeepSeek V3 1.01 to 1.15.
const llama: Family = { name: 'llama', ratio: 1, perMessage: 4, reasoning: 'dropped', image: 'openai-tiles' }
const qwen: Family = { ...llama, name: 'qwen', ratio: 1.07 }
const deepseek: Family = { ...llama, name: 'deepseek', ratio: 1.05 }

/** For an unknown model: a little too much is safer than too little. */
export const unknownFamily: Family = {
  name: 'unknown',
  ratio: 1.15,
  perMessage: 4,
  reasoning: 'kept',
  image: 'openai-tiles',
}

/** The offline model counts as we do. */
export const offlineFamily: Family = {
  name: 'offline',
  ratio: 1,
  perMessage: 0,
  reasoning: 'kept',
  image: 'openai-tiles',
}

// Anthropic, "Token counting": Opus 4.7 and later, Sonnet 5 and Fable 5 use a newer tokenizer.
const patterns: readonly (readonly [RegExp, Family])[] = [
  [/^offline\b/, offlineFamily],
  [/claude-(?:opus-4-[7-9]|[a-z]+-(?:[5-9]|\d\d)\b)/, claudeNew],
  [/claude/, claude],
  [/gpt-4o|gpt-4-1(?!-)|chatgpt/, gptTiles],
  [/gpt|^o[134]\b|codex/, gpt],
  [/gemini|gemma/, gemini],
  [/llama|mistral|mixtral/, llama],
  [/qwen/, qwen],
  [/deepseek/, deepseek],
]

export const familyOf = (model: string): Family =>
  patterns.find(([pattern]) => pattern.test(plainName(model)))?.[1] ?? unknownFamily
