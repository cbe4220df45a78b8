import { type KeyboardEvent, useRef } from 'react'

/** ↑ in an empty field brings back earlier messages, ↓ goes forward again. True when the key was handled. */
export function useInputHistory(
  history: readonly string[],
  text: string,
  onText: (text: string) => void,
): (event: KeyboardEvent) => boolean {
  const place = useRef(-1)
  return ({ key }) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[key]
    if (text === '') place.current = -1
    const recalling = text === '' || history[place.current] === text
    const next = place.current + (by ?? 0)
    if (by === undefined || !recalling || next >= history.length || next < -1) return false
    place.current = next
    onText(history[next] ?? '')
    return true
  }
}
