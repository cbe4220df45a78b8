import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type CommandMenu, commandMenu, completed, moveChoice, standsAlone } from '../client/command-menu.ts'
import { texts } from '../client/texts.ts'
import { CommandList } from './CommandList.tsx'
import { FilePicker, type Files } from './FilePicker.tsx'
import { Icon } from './Icon.tsx'
import './Composer.css'

type Props = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (text: string, more: { readonly protect: boolean; readonly files: Files }) => void
  readonly onCommand: (line: string) => void
  readonly onStop: () => void
  readonly answering: boolean
  /** What was sent before, newest first: ↑ in an empty composer brings it back. */
  readonly history: readonly string[]
  /** The model picker. */
  readonly picker: ReactNode
  /** Said under the composer, left and right. */
  readonly under: readonly [ReactNode, ReactNode]
  /** Where the next message goes when it does not follow the newest. */
  readonly aim: ReactNode
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** Where a person writes. Enter sends, Shift Enter breaks the line, / opens the commands. */
export function Composer(props: Props): ReactNode {
  const { text, onText, onSend, onCommand, onStop, answering, history, picker, under, aim, field } = props
  const [protect, setProtect] = useState(false)
  const [files, setFiles] = useState<Files>([])
  const [closed, setClosed] = useState('')
  const [choice, setChoice] = useState<CommandMenu | null>(null)
  const recalled = useRef(-1)
  const list = useId()

  // Moving in the menu keeps its place; typing opens it anew.
  const typed = closed === text ? null : commandMenu(text)
  const menu = typed !== null && choice?.options.length === typed.options.length ? choice : typed
  useGrowing(field, text)

  const write = (next: string) => {
    setChoice(null)
    setClosed('')
    onText(next)
  }
  const send = () => {
    const line = text.trim()
    if (line === '' && files.length === 0) return
    recalled.current = -1
    if (line.startsWith('/')) onCommand(line)
    else {
      onSend(text, { protect, files })
      setFiles([])
      setProtect(false)
    }
  }
  const recall = (by: 1 | -1) => {
    recalled.current = Math.max(-1, Math.min(history.length - 1, recalled.current + by))
    onText(history[recalled.current] ?? '')
  }
  const choose = (chosen: CommandMenu) => {
    if (!standsAlone(chosen)) return write(completed(chosen))
    onCommand(completed(chosen).trim())
  }

  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const done = menu !== null ? menuKey(event, menu) : plainKey(event)
    if (done) event.preventDefault()
  }
  const menuKey = ({ key, nativeEvent }: KeyboardEvent, open: CommandMenu): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') setChoice(moveChoice(open, key === 'ArrowDown' ? 1 : -1))
    else if (key === 'Tab') write(completed(open))
    else if (key === 'Enter') choose(open)
    else if (key === 'Escape') {
      nativeEvent.stopImmediatePropagation()
      setClosed(text)
    } else return false
    return true
  }
  const plainKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const recalling = text === '' || history[recalled.current] === text
    if (key === 'Enter' && !shiftKey) send()
    else if (key === 'ArrowUp' && recalling && history.length > 0) recall(1)
    else if (key === 'ArrowDown' && recalling && recalled.current >= 0) recall(-1)
    else return false
    return true
  }

  const command = text.startsWith('/')
  const empty = text.trim() === '' && files.length === 0
  return (
    <>
      {menu !== null && <CommandList id={list} menu={menu} onChoose={at => choose({ ...menu, chosen: at })} />}
      <div className="composer">
        {aim}
        <textarea
          ref={field}
          rows={1}
          value={text}
          placeholder={texts.composer}
          aria-label={texts.composer}
          role="combobox"
          aria-expanded={menu !== null}
          aria-controls={list}
          aria-activedescendant={menu === null ? undefined : `${list}-${menu.chosen}`}
          onChange={event => write(event.target.value)}
          onKeyDown={key}
        />
        <div className="tray">
          <FilePicker files={files} onFiles={setFiles} />
          <button
            type="button"
            className={protect ? 'icon-btn lock' : 'icon-btn'}
            aria-pressed={protect}
            aria-label="Protect this message"
            title="Protect this message"
            onClick={() => setProtect(!protect)}
          >
            <Icon name={protect ? 'lock' : 'unlock'} />
          </button>
          {picker}
          <span className="grow" />
          <span className="hint">{answering ? 'Esc to stop' : command ? 'Enter to run' : 'Enter to send'}</span>
          {answering && (
            <button type="button" className="btn" onClick={onStop}>
              <Icon name="stop" /> Stop
            </button>
          )}
          {(!answering || !empty) && (
            <button type="button" className="btn primary" disabled={empty} onClick={send}>
              {command ? 'Run' : answering ? 'Send next' : 'Send'} <Icon name="up" />
            </button>
          )}
        </div>
      </div>
      <div className="under">
        <span>{under[0]}</span>
        <span>{under[1]}</span>
      </div>
    </>
  )
}

/** The field is as high as its text; the style sheet sets the most. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
