import { type ReactNode, useState } from 'react'
import type { DeletedRow } from '../../client/api/contract.ts'
import { formatWhen, pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { ConfirmDeleteDialog } from '../controls/ConfirmDeleteDialog.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

/** Conversations that were deleted in the last 30 days; each can be brought back, or erased for good. */
export function DeletedConversations(): ReactNode {
  const { api, navigate } = useLonghand()
  const [rows, reload] = useLoaded(api.deleted)
  const [doomed, setDoomed] = useState<DeletedRow | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const erase = async ({ id }: DeletedRow) => {
    setDoomed(null)
    await api.erase(id).then(
      () => setFailed(null),
      error => setFailed(error.message),
    )
    reload()
  }
  return (
    <>
      <h2>{words.deletedConversations}</h2>
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {failed !== null && <p role="alert">{failed}</p>}
      {rows.state === 'ready' && rows.value.length === 0 && <p>{words.noneInTheLast30Days}</p>}
      {rows.state === 'ready' &&
        rows.value.map(row => (
          <DeletedSettingRow
            key={row.id}
            row={row}
            onUndelete={() => api.undelete(row.id).then(() => navigate(`/c/${row.id}`))}
            onErase={() => setDoomed(row)}
          />
        ))}
      {doomed !== null && (
        <ConfirmDeleteDialog
          name={doomed.title}
          title={words.eraseQuestion(doomed.title)}
          button={words.eraseForGood}
          onDelete={() => void erase(doomed)}
          onClose={() => setDoomed(null)}
        >
          <p>{words.eraseHint(pluralize(doomed.messages, 'message'))}</p>
        </ConfirmDeleteDialog>
      )}
    </>
  )
}

type Props = { readonly row: DeletedRow; readonly onUndelete: () => void; readonly onErase: () => void }

function DeletedSettingRow({ row, onUndelete, onErase }: Props): ReactNode {
  const now = useNow('still')
  const days = Math.max(0, Math.ceil((Date.parse(row.keptUntil) - now) / dayMs))
  const description = words.deletedRow(
    pluralize(row.messages, 'message'),
    formatWhen(row.deletedAt, now),
    pluralize(days, 'day'),
  )
  return (
    <SettingRow name={row.title} description={description}>
      <Button className="quiet" onClick={onErase}>
        {words.eraseForGood}
        <span className="visually-hidden"> {row.title}</span>
      </Button>
      <Button onClick={onUndelete}>
        {words.bringBack}
        <span className="visually-hidden"> {row.title}</span>
      </Button>
    </SettingRow>
  )
}

const dayMs = 24 * 60 * 60_000
