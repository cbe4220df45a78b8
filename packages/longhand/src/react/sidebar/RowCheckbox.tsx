import type { ReactNode } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import * as words from '../words/sidebar.ts'
import type { RowActions } from './use-row-actions.ts'

type Props = { readonly row: ConversationRow; readonly actions: RowActions }

/** Appears on every row once one is selected. */
export function RowCheckbox({ row, actions }: Props): ReactNode {
  if (actions.selected.size === 0) return null
  return (
    <input
      type="checkbox"
      aria-label={words.select(row.title)}
      checked={actions.selected.has(row.id)}
      onChange={() => actions.select(row.id)}
    />
  )
}
