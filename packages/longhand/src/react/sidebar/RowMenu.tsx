import { type ReactNode, useState } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu } from '../controls/Menu.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/sidebar.ts'
import type { RowActions } from './use-row-actions.ts'
import './RowMenu.css'

type Props = { readonly row: ConversationRow; readonly actions: RowActions }

/** The ⋯ menu of a conversation in a list. */
export function RowMenu({ row, actions }: Props): ReactNode {
  const [isRenaming, setRenaming] = useState(false)
  return (
    <span className="row-menu">
      <Menu
        label={words.moreAbout(row.title)}
        button={<Icon name="more" small />}
        items={[
          {
            label: row.pinned ? words.unpin : words.pinToTheTop,
            icon: 'pin',
            onSelect: () => void actions.pin([row.id], row.pinned ? 'unpin' : 'pin'),
          },
          { label: words.renameItem, icon: 'pencil', onSelect: () => setRenaming(true) },
          { label: words.selectItem, icon: 'check', onSelect: () => actions.select(row.id) },
          { label: everywhere.deleteLabel, icon: 'close', danger: true, onSelect: () => void actions.remove([row]) },
        ]}
      />
      {isRenaming && (
        <RenameDialog
          name={row.title}
          onRename={title => actions.rename(row.id, title)}
          onClose={() => setRenaming(false)}
        />
      )}
    </span>
  )
}
