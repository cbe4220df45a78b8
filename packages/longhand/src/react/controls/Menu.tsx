import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './Menu.css'

export type MenuItem = {
  readonly label: string
  readonly icon?: IconName
  /** Shown after the label, dimmed: a command, a size. */
  readonly note?: ReactNode
  readonly danger?: true
  readonly selected?: boolean
  readonly onSelect: () => void
}

type Props = {
  readonly label: string
  readonly button: ReactNode
  readonly className?: string
  readonly items: readonly MenuItem[]
  /** Where it opens, relative to its button. */
  readonly side?: 'above' | 'below'
}

/** A button that opens a menu. Arrows move, Enter selects, Esc closes and restores the focus. */
export function Menu({ label, button, className = 'icon-btn', items, side = 'below' }: Props): ReactNode {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    list.current?.querySelector<HTMLElement>('[aria-checked="true"], [role^="menuitem"]')?.focus()
    const outside = (event: PointerEvent) => {
      if (!list.current?.parentElement?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  useLayoutEffect(() => {
    if (!open || side === 'above') return
    const place = () => keepInSight(list.current!, opener.current!)
    place()
    // What is loaded above the button while the menu is open moves both.
    const observer = new ResizeObserver(place)
    for (let around = opener.current!.parentElement; around !== null; around = around.parentElement)
      observer.observe(around)
    return () => observer.disconnect()
  }, [open, side])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <span className="menu-anchor">
      <button
        ref={opener}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          ref={list}
          className={`menu ${side}`}
          role="menu"
          aria-label={label}
          onKeyDown={event => move(event, close)}
        >
          {items.map(item => (
            <MenuRow
              key={item.label}
              item={item}
              onChoose={() => {
                close()
                item.onSelect()
              }}
            />
          ))}
        </div>
      )}
    </span>
  )
}

/** A menu that has no room below its button opens above it, or is scrolled; none reaches past the edge of the screen. */
function keepInSight(menu: HTMLElement, opener: HTMLElement): void {
  const { top, bottom } = opener.getBoundingClientRect()
  const below = innerHeight - bottom - edge
  menu.classList.replace('up', 'below')
  menu.style.maxHeight = ''
  if (menu.offsetHeight <= below) return
  const isUp = top - edge > below
  if (isUp) menu.classList.replace('below', 'up')
  menu.style.maxHeight = `${isUp ? top - edge : below}px`
}

/** What stays free between a menu and the edge of the screen, its distance to the button included. */
const edge = 12

function MenuRow({ item, onChoose }: { readonly item: MenuItem; readonly onChoose: () => void }): ReactNode {
  const { label, icon, note, danger, selected } = item
  return (
    <button
      type="button"
      {...(selected === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': selected })}
      tabIndex={-1}
      className={danger ? 'menu-row danger' : 'menu-row'}
      onClick={onChoose}
    >
      <span className="menu-mark">{icon ? <Icon name={icon} small /> : selected && <Icon name="check" small />}</span>
      <span className="grow">{label}</span>
      {note !== undefined && <small className="figure">{note}</small>}
    </button>
  )
}

function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (to !== undefined) rows.at(to % rows.length)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}
