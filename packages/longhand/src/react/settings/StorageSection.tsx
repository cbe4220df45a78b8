import { type ReactNode, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { DeletedConversations } from './DeletedConversations.tsx'
import { importFile } from './import-file.ts'
import { SettingRow } from './SettingRow.tsx'

/** Exports everything and imports conversations. */
export function StorageSection(): ReactNode {
  const { api, navigate } = useLonghand()
  const [message, setMessage] = useState('')
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setMessage('Reading…')
    const outcome = await importFile(api, file).catch((error: Error) => ({ sentence: error.message }))
    if ('sentence' in outcome) setMessage(outcome.sentence)
    else navigate(`/c/${outcome.conversation}`)
  }
  return (
    <>
      <h1>Data and export</h1>
      <p className="settings-sub">Everything is yours: bring it in, take it out, lose nothing.</p>
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
        description="An export of Longhand, ChatGPT or Claude.ai (the zip, or its conversations.json), or a transcript of OpenAI, Anthropic, Claude Code or Codex."
      >
        <input
          type="file"
          aria-label="File to import"
          accept=".json,.jsonl,.zip"
          onChange={event => void choose(event.target.files?.[0])}
        />
      </SettingRow>
      <p role="status">{message}</p>
      <DeletedConversations />
    </>
  )
}
