import type { KeyboardEvent } from 'react'

/** ↑ and ↓ go from one element to the next; what the search field shows first is one ↓ away from it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, elements: Iterable<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined || event.nativeEvent.isComposing) return
  const all = [...elements]
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  all[at + by]?.focus()
  event.preventDefault()
}

/** In a search field Enter opens the first match, ↓ goes to it. */
export function searchKeys(event: KeyboardEvent<HTMLElement>, matches: string): void {
  const field = event.currentTarget.querySelector<HTMLElement>('input[type=search]')
  const found = [...event.currentTarget.querySelectorAll<HTMLElement>(matches)]
  if (event.key === 'Enter' && event.target === field && !event.nativeEvent.isComposing) found[0]?.click()
  else moveFocus(event, field === null ? found : [field, ...found])
}
