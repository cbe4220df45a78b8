// For our own tests: the provider packages that people really use, pointed at a fake. Not part of the door.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import type { LanguageModel } from 'ai'
import type { FakeProvider } from './fake-provider.ts'

export const providerNames = [
  'anthropic',
  'openai-chat',
  'openai-responses',
  'google',
  'compatible',
  'openrouter',
] as const

export type ProviderName = (typeof providerNames)[number]

/** Where the fake is, and the `fetch` that goes there when it is not the usual one. */
type Reached = Pick<FakeProvider, 'baseURL'> & { readonly fetch?: typeof fetch }

export function realModel(provider: ProviderName, model: string, { baseURL, fetch }: Reached): LanguageModel {
  const settings = { baseURL, apiKey: testKey, ...(fetch === undefined ? {} : { fetch }) }
  switch (provider) {
    case 'anthropic':
      return createAnthropic(settings)(model)
    case 'openai-chat':
      return createOpenAI(settings).chat(model)
    case 'openai-responses':
      return createOpenAI(settings).responses(model)
    case 'google':
      return createGoogle(settings)(model)
    case 'compatible':
      return createOpenAICompatible({ name: 'local', includeUsage: true, ...settings })(model)
    case 'openrouter':
      return createOpenRouter({ compatibility: 'strict', ...settings })(model)
  }
}

export const testKey = 'key-for-the-fake'
