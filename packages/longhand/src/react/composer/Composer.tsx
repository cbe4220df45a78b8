import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { statusLines } from '../../client/screen/status-line.ts'
import { texts } from '../../client/text/texts.ts'
import { parseCommand } from '../../core/command.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { runCommand } from '../conversation/run-command.ts'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/composer.ts'
import * as everywhere from '../words/everywhere.ts'
import { CommandList } from './CommandList.tsx'
import { DropTarget } from './DropTarget.tsx'
import { FilePicker, type Files, readFiles } from './FilePicker.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { ReplyTargetLine } from './ReplyTargetLine.tsx'
import { useCommandMenu } from './use-command-menu.ts'
import { useInputHistory } from './use-input-history.ts'
import './Composer.css'

/** Where a person writes. Enter sends, Shift Enter breaks the line, / opens the commands. */
export function Composer({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, sync, text, setText, replyTarget, setReplyTarget, composer: field } = ui
  const longhand = useLonghand()
  const [protect, setProtect] = useState(false)
  const [files, setFiles] = useState<Files>([])
  const listId = useId()
  const recall = useInputHistory(ui)
  const clear = () => {
    setText('')
    setReplyTarget(null)
  }
  const runLine = (line: string) => {
    if (runCommand(line, ui, longhand)) clear()
  }
  const commands = useCommandMenu(text, setText, runLine)
  const { menu } = commands
  useAutoHeight(field, text)
  const { returnedFiles } = screen
  // What the server refuses comes back as it was, wherever it was written; the text does so by itself.
  useEffect(() => {
    if (returnedFiles.length > 0) setFiles(now => (now.length === 0 ? returnedFiles : now))
  }, [returnedFiles])

  const answering = screen.answer !== null
  const command = parseCommand(text) !== null
  const empty = text.trim() === '' && files.length === 0
  const send = () => {
    if (empty) return
    if (command) return runLine(text.trim())
    clear()
    setFiles([])
    setProtect(false)
    ui.list.current?.toEnd()
    void sync.send(text, {
      ...(replyTarget && { after: replyTarget.after }),
      ...(protect && { protect }),
      ...(files.length > 0 && { files }),
    })
  }
  const attach = async (chosen: Iterable<File>, folders: readonly string[] = []) => {
    const { kept, sentence } = await readFiles(chosen, files, folders)
    setFiles(kept)
    field.current?.focus()
    if (sentence !== null) sync.showStatus(statusLines.failed(sentence))
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const isSend = event.key === 'Enter' && !event.shiftKey && menu === null
    if (isSend) send()
    if (isSend || commands.handleKey(event) || recall(event)) event.preventDefault()
  }
  return (
    <>
      <DropTarget
        title={texts.dropTitle}
        hint={texts.dropHint}
        accepts
        onDrop={dropped => {
          ui.setView('you')
          void attach(dropped.files, dropped.folders)
        }}
      />
      {menu !== null && <CommandList id={listId} menu={menu} onChoose={commands.choose} />}
      <div className="composer">
        {replyTarget && <ReplyTargetLine replyTarget={replyTarget} onClear={() => setReplyTarget(null)} />}
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          placeholder={texts.composerPlaceholder}
          aria-label={texts.composerPlaceholder}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          {...(menu !== null && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${menu.selected}` })}
          onChange={event => setText(event.target.value)}
          onPaste={event => {
            if (event.clipboardData.files.length > 0) void attach(event.clipboardData.files)
          }}
          onKeyDown={handleKey}
        />
        <div className="tray">
          <FilePicker files={files} onAdd={attach} onRemove={at => setFiles(files.toSpliced(at, 1))} />
          <IconButton
            className={protect ? 'lock' : ''}
            icon={protect ? 'lock' : 'unlock'}
            label={words.protectThisMessage}
            aria-pressed={protect}
            onClick={() => setProtect(!protect)}
          />
          <ModelPicker ui={ui} />
          <span className="grow" />
          <span className="hint">
            {answering ? words.escToStop : command ? words.enterToRun : everywhere.enterToSend}
          </span>
          {answering && (
            <Button onClick={() => void sync.stop()}>
              <Icon name="stop" /> {words.stop}
            </Button>
          )}
          {(!answering || !empty) && (
            <Button className="primary" disabled={empty} onClick={send}>
              {command ? words.runCommand : answering ? words.sendNext : everywhere.send} <Icon name="up" />
            </Button>
          )}
        </div>
      </div>
      <div className="under">
        <span>{saveState(ui)}</span>
        <span>{footerHint(ui)}</span>
      </div>
    </>
  )
}

/** Grows the field with its text; the style sheet sets the maximum. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const element = field.current
    if (element === null) return
    // Measuring lays out all of the text, which takes seconds where a whole file was pasted; that fills the field anyway.
    if (text.length > 20_000) {
      element.style.height = '100vh'
      return
    }
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}

function saveState({ screen: { outgoing }, text }: ConversationUI): string {
  if (outgoing.some(({ state }) => state === 'sending')) return words.sending
  if (outgoing.length > 0) return words.keptInThisBrowser
  return text === '' ? words.savedOnThisMachine : words.draftKept
}

function footerHint({ screen: { conversation }, models }: ConversationUI): string {
  if (conversation?.compacting) return texts.sendMeanwhile
  const isOffline = models.some(({ id, offline }) => id === conversation?.model && offline)
  return isOffline ? words.offlineModel(texts.offlineModelHint) : texts.keepsEverything
}
