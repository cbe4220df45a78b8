import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { closeGuide } from './guide-memory.ts'
import { type GuideStep, guideStep, messagesIn } from './guide-step.ts'

/** The way through a first compaction, one line at a time: send, watch, open, undo. It asks for nothing and covers nothing. */
export function Guide({ ui, onClose }: { readonly ui: ConversationUI; readonly onClose: () => void }): ReactNode {
  const { rows, screen } = ui
  const [before] = useState(() => messagesIn(rows))
  const opened = useWasOpened()
  const busy = screen.answer !== null || screen.outgoing.length > 0 || screen.conversation?.compacting != null
  const step = guideStep({ rows, before, busy, opened })
  const [title, detail] = words[step]
  const number = steps.indexOf(step) + 1
  useEffect(() => {
    if (step === 'done') closeGuide()
  }, [step])
  const close = () => {
    closeGuide()
    onClose()
    ui.composer.current?.focus()
  }
  const divider = rows.findLast(row => row.type === 'divider')
  const show = () => {
    ui.setView('you')
    if (divider) ui.list.current?.toRow(divider.key)
  }
  return (
    <aside className="status-line guide" aria-label="Guide">
      <Icon name="book" />
      <span className="grow" role="status">
        <b>{step === 'done' ? title : `${number} of 4: ${title}`}</b>
        <small>{detail}</small>
      </span>
      {step === 'open' && <Button className="small" label="Show it" onClick={show} />}
      <button type="button" className="icon-btn" aria-label="Close the guide" onClick={close}>
        <Icon name="close" small />
      </button>
    </aside>
  )
}

const steps: readonly GuideStep[] = ['send', 'fold', 'open', 'undo']

const words: Readonly<Record<GuideStep, readonly [string, string]>> = {
  send: ['Send one message', 'The window is just below its threshold. “ok” is enough.'],
  fold: ['Watch it fold', 'The older messages are being condensed. You can keep writing.'],
  open: ['Open “Context condensed”', 'It shows what was kept, and every item leads to the original words.'],
  undo: ['Undo it', 'Undo is in the same place. The model then reads every word again.'],
  done: ['That is all there is to it', 'Redo brings the summary back. From now on it happens on its own.'],
}

/** Whether a divider has been opened, with the mouse or the keyboard. */
function useWasOpened(): boolean {
  const [opened, setOpened] = useState(false)
  const done = useRef(false)
  useEffect(() => {
    const look = () => {
      if (!done.current && document.querySelector('.fold.open') !== null) {
        done.current = true
        setOpened(true)
      }
    }
    const later = () => requestAnimationFrame(look)
    document.addEventListener('click', later)
    return () => document.removeEventListener('click', later)
  }, [])
  return opened
}
