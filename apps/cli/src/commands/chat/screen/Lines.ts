import { Text } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import type { Line } from '../../../text/line.ts'
import { paint } from '../../../text/theme.ts'
import { useTheme } from './theme-context.ts'

/** Lines as they are; none may be wider than the terminal. */
export function Lines({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const look = useTheme()
  // Ink drops a text that is empty, and with it the row.
  const rows = lines.map(row => paint(row, look) || ' ')
  return rows.length === 0 ? null : h(Text, null, rows.join('\n'))
}
