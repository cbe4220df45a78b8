import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './Dialog.css'

type Props = {
  readonly title: string
  readonly wide?: true
  /** A question that must be answered: `alertdialog` for screen readers. */
  readonly alert?: true
  readonly aside?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A native dialog: it traps the focus, closes on Esc, and restores the focus. */
export function Dialog({ title, wide, alert, aside, onClose, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it is taken from the page: a dialog that is no longer there gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, by the browser.
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      role={alert ? 'alertdialog' : 'dialog'}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="dialog-sheet">
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
        {children}
      </div>
    </dialog>
  )
}
