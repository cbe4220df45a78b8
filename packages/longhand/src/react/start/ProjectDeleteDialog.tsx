import { type ReactNode, useState } from 'react'
import type { ProjectRow } from '../../client/api/contract.ts'
import { pluralize } from '../../client/text/format.ts'
import { ConfirmDeleteDialog } from '../controls/ConfirmDeleteDialog.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'

type Props = { readonly project: ProjectRow; readonly onDeleted: () => void; readonly onClose: () => void }

/** Asks before a project is deleted with everything in it. */
export function ProjectDeleteDialog({ project, onDeleted, onClose }: Props): ReactNode {
  const { api } = useLonghand()
  const [failed, setFailed] = useState<string | null>(null)
  const remove = () =>
    api.deleteProject(project.id).then(
      () => {
        onClose()
        onDeleted()
      },
      error => setFailed(error.message),
    )
  return (
    <ConfirmDeleteDialog name={project.name} onDelete={remove} onClose={onClose}>
      <p>
        Its Chief Knowledge Officer and {pluralize(project.conversations, 'conversation')} go with it, and what they
        left behind.
      </p>
      {failed !== null && <p role="alert">{failed}</p>}
    </ConfirmDeleteDialog>
  )
}
