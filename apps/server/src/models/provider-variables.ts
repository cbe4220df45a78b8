/** The environment variables for the key and the address of each provider, as its own programs name them. */
export const providerVariables = {
  anthropic: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  openai: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
  google: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_BASE_URL' },
  openrouter: { key: 'OPENROUTER_API_KEY', address: 'OPENROUTER_BASE_URL' },
  local: { key: 'LOCAL_API_KEY', address: 'LOCAL_BASE_URL' },
} as const
