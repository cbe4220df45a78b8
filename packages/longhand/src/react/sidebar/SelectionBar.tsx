import type { ReactNode } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/sidebar.ts'
import type { RowActions } from './use-row-actions.ts'

type Props = { readonly rows: readonly ConversationRow[]; readonly actions: RowActions }

/** What can be done to all conversations that are selected. */
export function SelectionBar({ rows, actions }: Props): ReactNode {
  const chosen = rows.filter(({ id }) => actions.selected.has(id))
  if (actions.failure !== null) {
    return (
      <p className="selection-bar" role="alert">
        {actions.failure}
      </p>
    )
  }
  if (chosen.length === 0) return null
  const ids = chosen.map(({ id }) => id)
  const action = chosen.every(({ pinned }) => pinned) ? 'unpin' : 'pin'
  return (
    <section className="selection-bar" aria-label={words.selectedConversations}>
      <span className="grow">{words.selected(formatNumber(chosen.length))}</span>
      <Button
        className="small"
        label={action === 'pin' ? words.pin : words.unpin}
        onClick={() => void actions.pin(ids, action)}
      />
      <Button className="small" label={everywhere.deleteLabel} onClick={() => void actions.remove(chosen)} />
      <Button className="quiet small" label={everywhere.cancel} onClick={actions.clear} />
    </section>
  )
}
