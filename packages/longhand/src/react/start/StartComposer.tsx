import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { CreateConversationRequest } from '../../client/api/contract.ts'
import { createDrafts } from '../../client/screen/drafts.ts'
import { texts } from '../../client/text/texts.ts'
import { parseCommand } from '../../core/command.ts'
import { DropTarget } from '../composer/DropTarget.tsx'
import { FilePicker, type Files, readFiles } from '../composer/FilePicker.tsx'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import '../composer/Composer.css'

type Props = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** What a conversation that begins here starts with. */
  readonly conversation: CreateConversationRequest
}

/** W8 where a conversation begins: it is created with its first message, so that none is stored empty. */
export function StartComposer({ field, conversation }: Props): ReactNode {
  const { api, navigate } = useLonghand()
  const [drafts] = useState(() => createDrafts('new', window.localStorage))
  const [text, showText] = useState(drafts.text)
  const [files, setFiles] = useState<Files>([])
  const [state, setState] = useState<'writing' | 'beginning' | { readonly failure: string }>('writing')
  const setText = (next: string) => {
    drafts.saveText(next)
    showText(next)
  }
  useEffect(() => {
    // On a touch screen the keyboard would cover the page before anyone has read it; a prompt keeps the focus it has.
    const isFree = document.activeElement === document.body
    if (isFree && matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [field])
  const isEmpty = text.trim() === '' && files.length === 0
  const begin = async () => {
    if (isEmpty || state === 'beginning') return
    if (parseCommand(text) !== null) return setState({ failure: texts.commandsElsewhere })
    setState('beginning')
    try {
      const { id } = await api.create(conversation)
      // The conversation sends what waits for it, and keeps it until the server has it.
      const message = { clientId: crypto.randomUUID(), text, ...(files.length > 0 && { files }) }
      createDrafts(id, window.localStorage).saveOutgoing([{ ...message, state: 'queued' }])
      drafts.saveText('')
      navigate(`/c/${id}`)
    } catch (error) {
      setState({ failure: error instanceof Error ? error.message : String(error) })
    }
  }
  const attach = async (chosen: Iterable<File>, folders: readonly string[] = []) => {
    const { kept, sentence } = await readFiles(chosen, files, folders)
    setFiles(kept)
    setState(sentence === null ? 'writing' : { failure: sentence })
    field.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void begin()
  }
  return (
    <div className="start-composer">
      <DropTarget
        title={texts.dropTitle}
        hint={texts.dropHint}
        accepts
        onDrop={dropped => void attach(dropped.files, dropped.folders)}
      />
      <div className="composer">
        <textarea
          ref={field}
          rows={2}
          dir="auto"
          value={text}
          placeholder={texts.startPlaceholder}
          aria-label={texts.startPlaceholder}
          onChange={event => setText(event.target.value)}
          onPaste={event => {
            if (event.clipboardData.files.length > 0) void attach(event.clipboardData.files)
          }}
          onKeyDown={handleKey}
        />
        <div className="tray">
          <FilePicker files={files} onAdd={attach} onRemove={at => setFiles(files.toSpliced(at, 1))} />
          <span className="grow" />
          <span className="hint">{everywhere.enterToSend}</span>
          <Button className="primary" disabled={isEmpty || state === 'beginning'} onClick={begin}>
            {everywhere.send} <Icon name="up" />
          </Button>
        </div>
      </div>
      {typeof state === 'object' ? (
        <p role="alert">{state.failure}</p>
      ) : (
        <div className="under">
          <span>{texts.firstMessage}</span>
        </div>
      )}
    </div>
  )
}
