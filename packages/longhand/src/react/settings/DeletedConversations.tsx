import type { ReactNode } from 'react'
import type { DeletedRow } from '../../client/api/contract.ts'
import { formatWhen, pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

/** Conversations that were deleted in the last 30 days; each can be brought back. */
export function DeletedConversations(): ReactNode {
  const { api, navigate } = useLonghand()
  const [rows] = useLoaded(api.deleted)
  return (
    <>
      <h2>{words.deletedConversations}</h2>
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {rows.state === 'ready' && rows.value.length === 0 && <p>{words.noneInTheLast30Days}</p>}
      {rows.state === 'ready' &&
        rows.value.map(row => (
          <DeletedSettingRow
            key={row.id}
            row={row}
            onUndelete={() => api.undelete(row.id).then(() => navigate(`/c/${row.id}`))}
          />
        ))}
    </>
  )
}

type Props = { readonly row: DeletedRow; readonly onUndelete: () => void }

function DeletedSettingRow({ row, onUndelete }: Props): ReactNode {
  const now = useNow('still')
  const days = Math.max(0, Math.ceil((Date.parse(row.keptUntil) - now) / dayMs))
  const description = words.deletedRow(
    pluralize(row.messages, 'message'),
    formatWhen(row.deletedAt, now),
    pluralize(days, 'day'),
  )
  return (
    <SettingRow name={row.title} description={description}>
      <Button onClick={onUndelete}>
        {words.bringBack}
        <span className="visually-hidden"> {row.title}</span>
      </Button>
    </SettingRow>
  )
}

const dayMs = 24 * 60 * 60_000
