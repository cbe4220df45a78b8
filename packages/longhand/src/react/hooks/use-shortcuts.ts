import { useEffect, useRef } from 'react'

/** Shortcuts that work wherever the focus is: `mod+k` is ⌘K or Ctrl K. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Registers shortcuts while the component is mounted. An open dialog keeps its keys. */
export function useShortcuts(keys: Shortcuts): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const act = current.current[nameOf(event)]
      if (act === undefined || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

const nameOf = ({ key, metaKey, ctrlKey, shiftKey }: KeyboardEvent): string =>
  [metaKey || ctrlKey ? 'mod+' : '', shiftKey ? 'shift+' : '', key.toLowerCase()].join('')
