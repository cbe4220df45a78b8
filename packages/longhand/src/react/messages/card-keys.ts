import type { KeyboardEvent } from 'react'
import type { ScrollToRow } from './use-scroll-to-row.ts'

/** ↑ and ↓ go from card to card; p, c, f, e and r press the buttons of the card that has the focus. */
export function handleCardKey(
  event: KeyboardEvent,
  items: readonly { readonly key: string }[],
  scrollToRow: ScrollToRow,
): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('.card')
  if (card === null || event.target !== card || event.ctrlKey || event.metaKey || event.altKey) return
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) {
    clickCardButton(card, event.key)
    return
  }
  event.preventDefault()
  const currentKey = card.closest<HTMLElement>('[data-key]')?.dataset.key
  const next = items[items.findIndex(({ key }) => key === currentKey) + by]
  if (next !== undefined) scrollToRow(next.key, 'nearest', focusRow)
}

/** Focuses the card of a row, or the title of a divider. */
export function focusRow(row: HTMLElement, options?: FocusOptions): HTMLElement | null {
  const target = row.querySelector<HTMLElement>(':is(.card, .fold-title)')
  target?.focus(options)
  return target
}

function clickCardButton(card: HTMLElement, key: string): void {
  const label = { p: /^(Protect|Release)/, c: /^Copy$/, f: /^Fork/, e: /^Edit/, r: /^Regenerate/ }[key]
  const button = [...card.querySelectorAll<HTMLElement>('.card-actions button')].find(one =>
    label?.test(one.getAttribute('aria-label') ?? ''),
  )
  button?.click()
}
