import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
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
        <Button className="quiet" label="Cancel" onClick={onClose} />
        <Button className="danger" label="Delete" onClick={onDelete} />
      </div>
    </Dialog>
  )
}
