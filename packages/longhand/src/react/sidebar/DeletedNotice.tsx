import type { ReactNode } from 'react'
import { pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/sidebar.ts'
import { offerUndelete, useJustDeleted } from './deleted-notice.ts'

/** Says what was deleted, and brings it back. */
export function DeletedNotice({ onChange }: { readonly onChange: () => void }): ReactNode {
  const { api } = useLonghand()
  const rows = useJustDeleted()
  const [first] = rows
  const undo = async () => {
    offerUndelete([])
    await Promise.all(rows.map(({ id }) => api.undelete(id).catch(() => null)))
    onChange()
  }
  return (
    <div className="deleted-notice" role="status">
      {first !== undefined && (
        <>
          <span className="grow">
            {words.deleted(rows.length === 1 ? `“${first.title}”` : pluralize(rows.length, 'conversation'))}
          </span>
          <Button className="small" icon="undo" label={everywhere.undo} onClick={() => void undo()} />
        </>
      )}
    </div>
  )
}
