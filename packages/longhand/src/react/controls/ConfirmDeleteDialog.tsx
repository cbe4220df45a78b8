import type { ReactNode } from 'react'
import * as words from '../words/controls.ts'
import * as everywhere from '../words/everywhere.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  readonly name: string | undefined
  /** The question, when it is another one than whether to delete it. */
  readonly title?: string
  readonly button?: string
  /** What is deleted with it. */
  readonly children: ReactNode
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asks before something is deleted for good. */
export function ConfirmDeleteDialog({ name, title, button, children, onDelete, onClose }: Props): ReactNode {
  return (
    <Dialog title={title ?? words.deleteQuestion(name ?? '')} alert onClose={onClose}>
      {children}
      <div className="actions">
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
        <Button className="danger" label={button ?? everywhere.deleteLabel} onClick={onDelete} />
      </div>
    </Dialog>
  )
}
