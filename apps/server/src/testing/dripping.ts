import { setTimeout as pause } from 'node:timers/promises'
import type { Generate } from 'longhand/internal/engine'

/** A model that says a text word by word, with a pause before each. */
export const dripping = (text: string, ms: number): Generate =>
  async function* (_, signal) {
    const words = text.match(/\S+ ?/g) ?? []
    for (const [at, delta] of words.entries()) {
      await pause(ms, undefined, { signal }).catch(() => {})
      if (signal.aborted)
        return yield { type: 'failed', failure: { type: 'cancelled', sentence: 'The answer was stopped.' } }
      const said = words.slice(0, at + 1).join('')
      yield {
        type: 'chunk',
        chunk: { type: 'text-delta', id: '1', delta },
        parts: () => [{ type: 'text', text: said }],
      }
    }
    const message = { role: 'assistant', parts: [{ type: 'text', text }] } as const
    yield { type: 'end', messages: [message], finish: 'stop', usage: null }
  }
