import { type ReactNode, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { chooseTheme, chosenTheme } from '../provider/theme.ts'

/** Light or dark; the choice is kept. */
export function ThemeButton(): ReactNode {
  const [, redraw] = useState(0)
  const dark =
    chosenTheme() === 'dark' || (chosenTheme() === null && matchMedia('(prefers-color-scheme: dark)').matches)
  const label = dark ? 'Light' : 'Dark'
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      onClick={() => {
        chooseTheme(dark ? 'light' : 'dark')
        redraw(n => n + 1)
      }}
    >
      <Icon name="sun" />
    </button>
  )
}
