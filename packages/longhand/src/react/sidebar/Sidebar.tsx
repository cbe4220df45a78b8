import type { ReactNode } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { formatWhen } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Logo } from '../controls/Logo.tsx'
import { Meter } from '../controls/Meter.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { modKey } from '../hooks/mod-key.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { useConversationList } from './use-conversation-list.ts'
import './Sidebar.css'

type Props = { readonly current: string; readonly onSearch: () => void }

/** The conversations beside the one that is open. */
export function Sidebar({ current, onSearch }: Props): ReactNode {
  const { navigate } = useLonghand()
  const [list] = useConversationList()
  const now = useNow('still')
  const rows = list.state === 'ready' ? list.value : []
  const open = rows.find(({ id }) => id === current)
  const others = rows.filter(({ id }) => id !== current)
  return (
    <nav className="side" aria-label="Conversations">
      <div className="side-top">
        <PathLink to="/" className="logo">
          <Logo height={19} />
        </PathLink>
        <IconButton icon="pencil" label="New conversation" onClick={() => navigate('/')} />
      </div>
      <button type="button" className="find" onClick={onSearch}>
        <Icon name="search" small />
        <span className="grow">Search every word</span>
        <kbd>{modKey} K</kbd>
      </button>
      <div className="side-list">
        {open && <SidebarItem row={open} when="now" current />}
        {others.length > 0 && <p className="side-label">Earlier</p>}
        {others.map(row => (
          <SidebarItem key={row.id} row={row} when={formatWhen(row.updatedAt, now)} />
        ))}
      </div>
      <div className="side-foot">
        <PathLink to="/settings">
          <Icon name="sliders" small /> Settings
        </PathLink>
      </div>
    </nav>
  )
}

type ItemProps = { readonly row: ConversationRow; readonly when: string; readonly current?: true }

function SidebarItem({ row, when, current }: ItemProps): ReactNode {
  return (
    <PathLink to={`/c/${row.id}`} className="side-item" current={current ?? false}>
      <span className="side-title">
        <span>{row.title}</span>
        <span>{when}</span>
      </span>
      {row.client !== null && <span className="tag tag-code">{row.client}</span>}
      <Meter used={row.used} window={row.window} />
    </PathLink>
  )
}
