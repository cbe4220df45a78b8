import { user } from 'longhand'
import type { ProviderTestResult } from 'longhand/internal/client'
import type { ChatModel, ProviderFailure } from 'longhand/internal/engine'

const patienceMs = 20_000

/** Asks a model for one word: whether its key is taken and its address answers shows in no other way. */
export async function tryModel({ name, generate }: ChatModel, owner: string): Promise<ProviderTestResult> {
  const request = {
    // Nobody's conversation: nothing is stored, and a tool that looks finds nothing.
    conversation: { owner, id: crypto.randomUUID() },
    messages: [user('Say yes.')],
    instructions: null,
    maxOutput: fewTokens,
  }
  for await (const event of generate(request, AbortSignal.timeout(patienceMs))) {
    if (event.type === 'end') return { outcome: 'works', sentence: `${name} answers.` }
    if (event.type === 'failed') return { outcome: 'failed', sentence: sentenceOf(event.failure) }
  }
  return { outcome: 'failed', sentence: `${name} said nothing.` }
}

/** The least that every provider takes. */
const fewTokens = 16

function sentenceOf(failure: ProviderFailure): string {
  if (failure.type === 'cancelled') return `No answer in ${patienceMs / 1000} s.`
  return failure.type === 'overflow' ? 'Its window is too small for one word.' : failure.sentence
}
