import { user } from 'longhand'
import type { ProviderTestResult } from 'longhand/internal/client'
import type { ChatModel, ProviderFailure } from 'longhand/internal/engine'

const timeoutMs = 20_000

/** Asks a model for one word: the only way to find out whether its key is accepted and its address answers. */
export async function tryModel(
  { name, generate }: Pick<ChatModel, 'name' | 'generate'>,
  owner: string,
): Promise<ProviderTestResult> {
  const request = {
    // A conversation that does not exist: nothing is stored, and tools find nothing.
    conversation: { owner, id: crypto.randomUUID() },
    messages: [user('Say yes.')],
    instructions: null,
    maxOutput: minOutputTokens,
  }
  for await (const event of generate(request, AbortSignal.timeout(timeoutMs))) {
    if (event.type === 'end') return { outcome: 'works', sentence: `${name} answers.` }
    if (event.type === 'failed') return { outcome: 'failed', sentence: sentenceOf(event.failure) }
  }
  return { outcome: 'failed', sentence: `${name} said nothing.` }
}

/** The lowest limit that every provider accepts. */
const minOutputTokens = 16

function sentenceOf(failure: ProviderFailure): string {
  if (failure.type === 'cancelled') return `No answer in ${timeoutMs / 1000} s.`
  return failure.type === 'overflow' ? 'Its window is too small for one word.' : failure.sentence
}
