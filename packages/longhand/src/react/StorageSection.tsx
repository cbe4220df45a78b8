import { type ReactNode, useState } from 'react'
import { useLonghand } from './longhand-context.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Bringing conversations in; taking one away is in its own menu. */
export function StorageSection(): ReactNode {
  const { api, go } = useLonghand()
  const [said, setSaid] = useState('')
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setSaid('Reading…')
    const text = await file.text()
    const kind = /^\{[^\n]*"type":"longhand"/.test(text) ? 'export' : 'transcript'
    const answer = await api.import(text, kind).catch((error: Error) => error)
    if (answer instanceof Error) setSaid(answer.message)
    else if (answer.conversation !== undefined) go(`/c/${answer.conversation}`)
    else setSaid('Brought in.')
  }
  return (
    <>
      <h1>Data and export</h1>
      <p className="settings-sub">Everything is yours: in, out, and without loss.</p>
      <SettingRow name="Export" means="In the ⋯ menu of a conversation: Markdown to read, JSON with nothing left out.">
        <span />
      </SettingRow>
      <SettingRow
        name="Import"
        means="An export of Longhand, or a transcript of OpenAI, Anthropic, Claude Code or Codex (JSON, JSONL)."
      >
        <input
          type="file"
          aria-label="File to import"
          accept=".json,.jsonl"
          onChange={event => void take(event.target.files?.[0])}
        />
      </SettingRow>
      <p role="status">{said}</p>
    </>
  )
}
