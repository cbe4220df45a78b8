import type { ReactNode } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { dateGroups } from '../../client/text/date-groups.ts'
import { formatWhen } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Logo } from '../controls/Logo.tsx'
import { Meter } from '../controls/Meter.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { modKey } from '../hooks/mod-key.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/sidebar.ts'
import { DeletedNotice } from './DeletedNotice.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useConversationList } from './use-conversation-list.ts'
import { type RowActions, useRowActions } from './use-row-actions.ts'
import './Sidebar.css'

type Props = { readonly current: string; readonly onSearch: () => void }

/** The conversations beside the one that is open. */
export function Sidebar({ current, onSearch }: Props): ReactNode {
  const { navigate } = useLonghand()
  const { list, reload, showOlder } = useConversationList()
  const now = useNow('still')
  const rows = list.state === 'ready' ? list.value : []
  const actions = useRowActions(reload, current)
  return (
    <nav className="side" aria-label={everywhere.conversations}>
      <div className="side-top">
        <PathLink to="/" className="logo">
          <Logo height={19} />
        </PathLink>
        <IconButton icon="pencil" label={everywhere.newConversation} onClick={() => navigate('/')} />
      </div>
      <button type="button" className="find" onClick={onSearch}>
        <Icon name="search" small />
        <span className="grow">{everywhere.searchEveryWord}</span>
        <kbd>{modKey} K</kbd>
      </button>
      <div className="side-list">
        {dateGroups(rows, now).map(({ label, rows }) => (
          <section key={label} aria-label={label}>
            <p className="side-label">{label}</p>
            {rows.map(row => (
              <SidebarItem key={row.id} row={row} now={now} isCurrent={row.id === current} actions={actions} />
            ))}
          </section>
        ))}
        {showOlder && <Button className="quiet small" label={words.showOlder} onClick={showOlder} />}
      </div>
      <SelectionBar rows={rows} actions={actions} />
      <DeletedNotice onChange={reload} />
      <div className="side-foot">
        <PathLink to="/settings">
          <Icon name="sliders" small /> {everywhere.settings}
        </PathLink>
      </div>
    </nav>
  )
}

type ItemProps = {
  readonly row: ConversationRow
  readonly now: number
  readonly isCurrent: boolean
  readonly actions: RowActions
}

function SidebarItem({ row, now, isCurrent, actions }: ItemProps): ReactNode {
  return (
    <div className="side-row">
      <RowCheckbox row={row} actions={actions} />
      <PathLink to={`/c/${row.id}`} className="side-item" current={isCurrent}>
        <span className="side-title">
          <span>{row.title}</span>
          <span>{isCurrent ? 'now' : formatWhen(row.updatedAt, now)}</span>
        </span>
        {row.client !== null && <span className="tag tag-code">{row.client}</span>}
        <Meter used={row.used} window={row.window} />
      </PathLink>
      <RowMenu row={row} actions={actions} />
    </div>
  )
}
