import { type ReactNode, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { DeletedConversations } from './DeletedConversations.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Exports everything and imports conversations. */
export function StorageSection(): ReactNode {
  const { api, navigate } = useLonghand()
  const [message, setMessage] = useState('')
  const importFile = async (file: File | undefined) => {
    if (file === undefined) return
    setMessage('Reading…')
    const text = await file.text()
    const kind = /^\{[^\n]*"type":"longhand"/.test(text) ? 'export' : 'transcript'
    const answer = await api.import(text, kind).catch((error: Error) => error)
    if (answer instanceof Error) setMessage(answer.message)
    else if (answer.conversation !== undefined) navigate(`/c/${answer.conversation}`)
    else setMessage('Imported.')
  }
  return (
    <>
      <h1>Data and export</h1>
      <p className="settings-sub">Everything is yours: in, out, and without loss.</p>
      <SettingRow
        name="Export"
        description="Everything in one file, with nothing left out. A single conversation has its own in its ⋯ menu."
      >
        <a className="btn" href={api.exportAllPath()} download>
          <Icon name="download" small /> Export everything
        </a>
      </SettingRow>
      <SettingRow
        name="Import"
        description="An export of Longhand, or a transcript of OpenAI, Anthropic, Claude Code or Codex (JSON, JSONL)."
      >
        <input
          type="file"
          aria-label="File to import"
          accept=".json,.jsonl"
          onChange={event => void importFile(event.target.files?.[0])}
        />
      </SettingRow>
      <p role="status">{message}</p>
      <DeletedConversations />
    </>
  )
}
