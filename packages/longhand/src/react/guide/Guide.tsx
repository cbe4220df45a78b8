import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import * as words from '../words/guide.ts'
import { closeGuide } from './guide-memory.ts'
import { type GuideStep, guideStep, messagesIn } from './guide-step.ts'

/** The way through a first compaction, one line at a time: send, watch, open, undo. It asks for nothing and covers nothing. */
export function Guide({ ui, onClose }: { readonly ui: ConversationUI; readonly onClose: () => void }): ReactNode {
  const { rows, screen } = ui
  const [before] = useState(() => messagesIn(rows))
  const opened = useWasOpened()
  const busy = screen.answer !== null || screen.outgoing.length > 0 || screen.conversation?.compacting != null
  const step = guideStep({ rows, before, busy, opened })
  const [title, detail] = lines[step]
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
    <aside className="status-line guide" aria-label={words.guide}>
      <Icon name="book" />
      <span className="grow" role="status">
        <b>{step === 'done' ? title : words.step(number, title)}</b>
        <small>{detail}</small>
      </span>
      {step === 'open' && <Button className="small" label={words.showIt} onClick={show} />}
      <button type="button" className="icon-btn" aria-label={words.closeTheGuide} onClick={close}>
        <Icon name="close" small />
      </button>
    </aside>
  )
}

const steps: readonly GuideStep[] = ['send', 'fold', 'open', 'undo']

const lines: Readonly<Record<GuideStep, readonly [string, string]>> = {
  send: [words.sendOneMessage, words.sendHint],
  fold: [words.watchItFold, words.watchHint],
  open: [words.openContextCondensed, words.openHint],
  undo: [words.undoIt, words.undoHint],
  done: [words.doneTitle, words.doneHint],
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
