import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../controls/Icon.tsx'
import './DropTarget.css'

/** What was dropped: files, and the names of folders, which cannot be attached. */
export type Dropped = { readonly files: readonly File[]; readonly folders: readonly string[] }

type Props = {
  readonly title: string
  readonly hint: string
  /** Whether files can be dropped here; if not, the hint says why. */
  readonly accepts: boolean
  readonly onDrop: (dropped: Dropped) => void
}

/** W14 covers the conversation, or the start screen, while files are dragged over the page, wherever they are let go. */
export function DropTarget({ title, hint, accepts, onDrop }: Props): ReactNode {
  const isOver = useFileDrag(accepts, onDrop)
  const place = document.querySelector('.main, .start')
  if (!isOver || place === null) return null
  return createPortal(
    <div className={accepts ? 'drop-target' : 'drop-target refused'} role="status">
      <Icon name={accepts ? 'clip' : 'close'} />
      <b>{title}</b>
      <span>{hint}</span>
    </div>,
    place,
  )
}

/** Whether files are dragged over the page. They never replace it, also where they cannot be dropped. */
function useFileDrag(accepts: boolean, onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const over = (event: DragEvent) => {
      const data = filesOf(event)
      if (data === null) return
      event.preventDefault()
      data.dropEffect = accepts ? 'copy' : 'none'
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Null is where the pointer left the window; between elements it is another element.
      if (event.relatedTarget === null) setOver(false)
    }
    const letGo = (event: DragEvent) => {
      setOver(false)
      const data = filesOf(event)
      if (data === null) return
      event.preventDefault()
      if (accepts) drop.current(droppedIn(data))
    }
    const events = { dragenter: over, dragover: over, dragleave: leave, drop: letGo }
    for (const [name, act] of Object.entries(events)) window.addEventListener(name, act as EventListener)
    return () => {
      for (const [name, act] of Object.entries(events)) window.removeEventListener(name, act as EventListener)
    }
  }, [accepts])
  return isOver
}

/** Text and links that are dragged are the browser's; an open dialog has nothing to do with files. */
const filesOf = ({ dataTransfer }: DragEvent): DataTransfer | null =>
  dataTransfer?.types.includes('Files') && document.querySelector('dialog[open]') === null ? dataTransfer : null

function droppedIn({ items }: DataTransfer): Dropped {
  const entries = [...items].flatMap(item => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file === null ? [] : [{ file, isFolder: item.webkitGetAsEntry?.()?.isDirectory === true }]
  })
  return {
    files: entries.flatMap(({ file, isFolder }) => (isFolder ? [] : [file])),
    folders: entries.flatMap(({ file, isFolder }) => (isFolder ? [file.name] : [])),
  }
}
