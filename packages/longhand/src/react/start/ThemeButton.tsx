import { type ReactNode, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { saveTheme, storedTheme } from '../provider/theme.ts'

/** Switches between light and dark; the choice is stored. */
export function ThemeButton(): ReactNode {
  const [, redraw] = useState(0)
  const dark =
    storedTheme() === 'dark' || (storedTheme() === null && matchMedia('(prefers-color-scheme: dark)').matches)
  const label = dark ? 'Light' : 'Dark'
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      onClick={() => {
        saveTheme(dark ? 'light' : 'dark')
        redraw(n => n + 1)
      }}
    >
      <Icon name="sun" />
    </button>
  )
}
