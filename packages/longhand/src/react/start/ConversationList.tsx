import type { ReactNode } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { formatPercent, formatWhen, pluralize } from '../../client/text/format.ts'
import { conversationMeta, modelName, toSingleLine } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Meter } from '../controls/Meter.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { useNow } from '../hooks/use-now.ts'
import { RowCheckbox } from '../sidebar/RowCheckbox.tsx'
import { RowMenu } from '../sidebar/RowMenu.tsx'
import { SelectionBar } from '../sidebar/SelectionBar.tsx'
import { useRowActions } from '../sidebar/use-row-actions.ts'
import * as everywhere from '../words/everywhere.ts'
import * as sidebar from '../words/sidebar.ts'
import * as words from '../words/start.ts'

type Props = {
  readonly rows: readonly ConversationRow[]
  readonly reload: () => void
  /** Null when all are shown. */
  readonly showOlder: (() => void) | null
}

/** The list of conversations; each row is a link. ↑ and ↓ move, Enter opens. */
export function ConversationList({ rows, reload, showOlder }: Props): ReactNode {
  const now = useNow('still')
  const actions = useRowActions(reload)
  return (
    <>
      <ul className="conversations" aria-label={everywhere.conversations}>
        {rows.map(row => (
          <li key={row.id} className="conversation-row">
            <RowCheckbox row={row} actions={actions} />
            <PathLink to={`/c/${row.id}`} className="conversation">
              <span className="conversation-words">
                <b>
                  {row.pinned && (
                    <>
                      <Icon name="pin" small />
                      <span className="visually-hidden">{words.pinned}</span>{' '}
                    </>
                  )}
                  {row.title}
                  {row.client !== null && <span className="tag tag-code">{row.client}</span>}
                </b>
                <span>
                  {row.preview && (
                    <>
                      <small>{row.preview.role === 'user' ? everywhere.you : modelName(row.model)}</small>{' '}
                      {toSingleLine(row.preview.text)}
                    </>
                  )}
                </span>
              </span>
              <span className="conversation-when">
                {formatWhen(row.updatedAt, now)}
                <small>{conversationMeta(row)}</small>
              </span>
              <span className="conversation-window">
                <Meter used={row.used} window={row.window} />
                <small className="figure">{row.window ? formatPercent(row.used / row.window) : '–'}</small>
              </span>
              <span className="conversation-checkpoints" title={pluralize(row.checkpoints, 'checkpoint')}>
                <Icon name="flag" small /> {row.checkpoints}
                <span className="visually-hidden"> {words.checkpointsUnit}</span>
              </span>
            </PathLink>
            <RowMenu row={row} actions={actions} />
          </li>
        ))}
      </ul>
      {showOlder && <Button className="quiet" label={sidebar.showOlder} onClick={showOlder} />}
      <SelectionBar rows={rows} actions={actions} />
    </>
  )
}
