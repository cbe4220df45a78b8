import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { texts } from '../../client/text/texts.ts'
import { parseCommand } from '../../core/command.ts'
import { Icon } from '../controls/Icon.tsx'
import { CommandList } from './CommandList.tsx'
import { FilePicker, type Files, readFiles } from './FilePicker.tsx'
import { useCommandMenu } from './use-command-menu.ts'
import { useInputHistory } from './use-input-history.ts'
import './Composer.css'

type Props = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (text: string, more: { readonly protect: boolean; readonly files: Files }) => void
  readonly onCommand: (line: string) => void
  readonly onStop: () => void
  readonly answering: boolean
  /** Earlier messages, newest first: ↑ in an empty composer brings them back. */
  readonly history: readonly string[]
  /** The model picker. */
  readonly picker: ReactNode
  /** Shown below the composer, left and right. */
  readonly under: readonly [ReactNode, ReactNode]
  /** Where the next message goes when it does not follow the newest. */
  readonly replyTarget: ReactNode
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** Where a person writes. Enter sends, Shift Enter breaks the line, / opens the commands. */
export function Composer(props: Props): ReactNode {
  const { text, onText, onSend, onCommand, onStop, answering, history, picker, under, replyTarget, field } = props
  const [protect, setProtect] = useState(false)
  const [files, setFiles] = useState<Files>([])
  const listId = useId()
  const recall = useInputHistory(history, text, onText)
  const commands = useCommandMenu(text, onText, onCommand)
  const { menu } = commands
  useAutoHeight(field, text)

  const command = parseCommand(text) !== null
  const empty = text.trim() === '' && files.length === 0
  const send = () => {
    if (empty) return
    if (command) return onCommand(text.trim())
    onSend(text, { protect, files })
    setFiles([])
    setProtect(false)
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const isSend = event.key === 'Enter' && !event.shiftKey && menu === null
    if (isSend) send()
    if (isSend || commands.handleKey(event) || recall(event)) event.preventDefault()
  }
  return (
    <>
      {menu !== null && <CommandList id={listId} menu={menu} onChoose={commands.choose} />}
      <div className="composer">
        {replyTarget}
        <textarea
          ref={field}
          rows={1}
          value={text}
          placeholder={texts.composerPlaceholder}
          aria-label={texts.composerPlaceholder}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          {...(menu !== null && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${menu.selected}` })}
          onChange={event => onText(event.target.value)}
          onPaste={event => {
            if (event.clipboardData.files.length > 0) void readFiles(event.clipboardData.files, files).then(setFiles)
          }}
          onKeyDown={handleKey}
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

/** Grows the field with its text; the style sheet sets the maximum. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
