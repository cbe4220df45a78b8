import { type ReactNode, useState } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { saveTheme, storedTheme } from '../provider/theme.ts'
import * as everywhere from '../words/everywhere.ts'

/** Switches between light and dark; the choice is stored. */
export function ThemeButton(): ReactNode {
  const [, redraw] = useState(0)
  const dark =
    storedTheme() === 'dark' || (storedTheme() === null && matchMedia('(prefers-color-scheme: dark)').matches)
  const label = dark ? everywhere.light : everywhere.dark
  return (
    <IconButton
      icon="sun"
      label={label}
      onClick={() => {
        saveTheme(dark ? 'light' : 'dark')
        redraw(n => n + 1)
      }}
    />
  )
}
