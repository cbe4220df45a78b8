import { useSyncExternalStore } from 'react'

/** Whether the page is dark now: by what the person chose, or by the system. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false)

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia(darkQuery).matches : theme === 'dark'
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(darkQuery)
  const chosen = new MutationObserver(listener)
  system.addEventListener('change', listener)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    chosen.disconnect()
  }
}

const darkQuery = '(prefers-color-scheme: dark)'
