import type { KeyboardEvent } from 'react'
import type { Seek } from './use-scroll-to-row.ts'

/** ↑ and ↓ go from card to card; p, c and f press the buttons of the card that has the focus. */
export function walkCards(event: KeyboardEvent, items: readonly { readonly key: string }[], seek: Seek): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('.card')
  if (card === null || event.target !== card || event.ctrlKey || event.metaKey || event.altKey) return
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) {
    press(card, event.key)
    return
  }
  event.preventDefault()
  const here = card.closest<HTMLElement>('[data-key]')?.dataset.key
  const next = items[items.findIndex(({ key }) => key === here) + by]
  if (next !== undefined) seek(next.key, 'nearest', focusRow)
}

/** What of a row takes the focus: the card itself, or the title of a divider. */
export function focusRow(row: HTMLElement, options?: FocusOptions): HTMLElement | null {
  const target = row.querySelector<HTMLElement>(':is(.card, .fold-title)')
  target?.focus(options)
  return target
}

function press(card: HTMLElement, key: string): void {
  const label = { p: /^(Protect|Release)/, c: /^Copy$/, f: /^Fork/ }[key]
  const button = [...card.querySelectorAll<HTMLElement>('.card-acts button')].find(one =>
    label?.test(one.getAttribute('aria-label') ?? ''),
  )
  button?.click()
}
