import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  readonly name: string | undefined
  /** What is deleted with it. */
  readonly children: ReactNode
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asks before something is deleted for good. */
export function ConfirmDeleteDialog({ name, children, onDelete, onClose }: Props): ReactNode {
  return (
    <Dialog title={`Delete “${name}”?`} alert onClose={onClose}>
      {children}
      <div className="actions">
        <button type="button" className="btn quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn danger" onClick={onDelete}>
          Delete
        </button>
      </div>
    </Dialog>
  )
}
