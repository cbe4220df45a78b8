import type { Tokens } from './tokens.ts'

const everyMs = 500

/** Calls when the token has changed, within half a second; requests notice by themselves. Ends with the signal. */
export function watchTokens(tokens: Tokens, onChange: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  let last = tokens.current()
  const timer = setInterval(() => {
    const token = tokens.current()
    if (token === last) return
    last = token
    onChange()
  }, everyMs)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
