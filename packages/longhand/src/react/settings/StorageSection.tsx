import { type ReactNode, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/settings.ts'
import { DeletedConversations } from './DeletedConversations.tsx'
import { importFile } from './import-file.ts'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Exports everything and imports conversations. */
export function StorageSection(): ReactNode {
  const { api, navigate } = useLonghand()
  const [message, setMessage] = useState('')
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setMessage(words.reading)
    const outcome = await importFile(api, file).catch((error: Error) => ({ sentence: error.message }))
    if ('sentence' in outcome) setMessage(outcome.sentence)
    else navigate(`/c/${outcome.conversation}`)
  }
  return (
    <>
      <SectionHeading>{words.storageTitle}</SectionHeading>
      <p className="settings-sub">{words.storageHint}</p>
      <SettingRow name={words.exportLabel} description={words.exportHint}>
        <a className="btn" href={api.exportAllPath()} download>
          <Icon name="download" small /> {words.exportEverything}
        </a>
      </SettingRow>
      <SettingRow name={words.importLabel} description={words.importHint}>
        <input
          type="file"
          aria-label={words.fileToImport}
          accept=".json,.jsonl,.zip"
          onChange={event => void choose(event.target.files?.[0])}
        />
      </SettingRow>
      <p role="status">{message}</p>
      <DeletedConversations />
    </>
  )
}
