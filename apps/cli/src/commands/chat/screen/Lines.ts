import { Text } from 'ink'
import { createContext, createElement as h, type ReactNode, useContext } from 'react'
import type { Line } from '../../../text/line.ts'
import { paint, type Theme } from '../../../text/theme.ts'

/** The theme that everything on the screen is drawn in. */
export const ThemeContext = createContext<Theme>({ colours: 'dark', characters: 'unicode' })

/** Lines as they are; none may be wider than the terminal. */
export function Lines({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const theme = useContext(ThemeContext)
  // Ink drops a text that is empty, and with it the row.
  const rows = lines.map(row => paint(row, theme) || ' ')
  return rows.length === 0 ? null : h(Text, null, rows.join('\n'))
}
