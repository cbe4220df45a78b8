import { user } from 'longhand'
import type { ProviderTestResult } from 'longhand/internal/client'
import type { Speaker, Trouble } from 'longhand/internal/engine'

const patienceMs = 20_000

/** Asks a model for one word: whether its key is taken and its address answers shows in no other way. */
export async function tryModel({ name, speak }: Speaker, owner: string): Promise<ProviderTestResult> {
  const request = {
    // Nobody's conversation: nothing is stored, and a tool that looks finds nothing.
    conversation: { owner, id: crypto.randomUUID() },
    messages: [user('Say yes.')],
    instructions: null,
    maxOutput: fewTokens,
  }
  for await (const spoken of speak(request, AbortSignal.timeout(patienceMs))) {
    if (spoken.type === 'end') return { outcome: 'works', sentence: `${name} answers.` }
    if (spoken.type === 'failed') return { outcome: 'failed', sentence: sentenceOf(spoken.trouble) }
  }
  return { outcome: 'failed', sentence: `${name} said nothing.` }
}

/** The least that every provider takes. */
const fewTokens = 16

function sentenceOf(trouble: Trouble): string {
  if (trouble.type === 'cancelled') return `No answer in ${patienceMs / 1000} s.`
  return trouble.type === 'overflow' ? 'Its window is too small for one word.' : trouble.sentence
}
