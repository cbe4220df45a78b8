import { type Counter, countAtOnce, counting, createCounter } from './o200k/counter.ts'
import { loadTable } from './o200k/load.ts'

/** How many o200k tokens a text has, exactly. Special tokens are ordinary text here, `<|endoftext|>` too. */
export const countTokens = (text: string): number => countAtOnce(o200k(), text)

/** The same for a text of any size, without blocking the event loop. */
export async function countTokensAsync(text: string): Promise<number> {
  const steps = counting(o200k(), text)
  for (let since = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < maxSliceMs) continue
    await new Promise(resolve => setTimeout(resolve))
    since = performance.now()
  }
}

/** Milliseconds of work before yielding to the event loop. */
const maxSliceMs = 8

let loaded: Counter | null = null

export function o200k(): Counter {
  loaded ??= createCounter(loadTable())
  return loaded
}
