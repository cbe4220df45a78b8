import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import type { MemoryRow } from '../../client/api/contract.ts'
import { maxNameLength } from '../../client/api/max-name-length.ts'
import { formatWhen } from '../../client/text/format.ts'
import { toSingleLine } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { ConfirmDeleteDialog } from '../controls/ConfirmDeleteDialog.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { EditMemoryDialog } from './EditMemoryDialog.tsx'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingRow } from './SettingRow.tsx'

/** D3 what conversations have left behind for others: found by words, edited, deleted. */
export function MemoriesSection(): ReactNode {
  const { api } = useLonghand()
  const [query, setQuery] = useState('')
  const q = useDeferredValue(query.trim())
  const load = useCallback(() => api.memories({ limit: 100, ...(q === '' ? {} : { q }) }), [api, q])
  const [rows, reload] = useLoaded(load)
  const [error, setError] = useState<string | null>(null)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const save = (change: Promise<unknown>) => {
    setOpen(null)
    change.then(reload, (failure: Error) => setError(failure.message))
  }
  return (
    <>
      <SectionHeading>{words.memories}</SectionHeading>
      <p className="settings-sub">{words.memoriesHint}</p>
      <search className="find">
        <Icon name="search" />
        <input
          type="search"
          placeholder={words.searchMemories}
          aria-label={words.searchMemories}
          maxLength={maxNameLength}
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
      </search>
      {error !== null && <p role="alert">{error}</p>}
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {rows.state === 'ready' && rows.value.length === 0 && <p>{q === '' ? words.noMemories : words.noneWith(q)}</p>}
      {rows.state === 'ready' &&
        rows.value.map(memory => <MemorySettingRow key={memory.conversation} memory={memory} onOpen={setOpen} />)}
      {open?.type === 'edit' && (
        <EditMemoryDialog
          memory={open.memory}
          onSave={text => save(api.writeMemory(open.memory.conversation, text))}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.type === 'delete' && (
        <ConfirmDeleteDialog
          name={words.memoryNamed(open.memory.title)}
          onDelete={() => save(api.deleteMemory(open.memory.conversation))}
          onClose={() => setOpen(null)}
        >
          <p>{words.deleteMemoryHint}</p>
        </ConfirmDeleteDialog>
      )}
    </>
  )
}

type OpenDialog = { readonly type: 'edit' | 'delete'; readonly memory: MemoryRow }

type RowProps = { readonly memory: MemoryRow; readonly onOpen: (dialog: OpenDialog) => void }

function MemorySettingRow({ memory, onOpen }: RowProps): ReactNode {
  const now = useNow('still')
  const line = toSingleLine(memory.text)
  const excerpt = line.length > 200 ? `${line.slice(0, 200).trimEnd()}…` : line
  return (
    <SettingRow name={memory.title} description={`${formatWhen(memory.at, now)} · ${excerpt}`}>
      <PathLink to={`/c/${memory.conversation}`} className="btn">
        {everywhere.open}
        <span className="visually-hidden"> {memory.title}</span>
      </PathLink>
      <Button onClick={() => onOpen({ type: 'edit', memory })}>
        {words.edit}
        <span className="visually-hidden"> {words.theMemory(memory.title)}</span>
      </Button>
      <Button className="quiet" onClick={() => onOpen({ type: 'delete', memory })}>
        {everywhere.deleteLabel}
        <span className="visually-hidden"> {words.theMemory(memory.title)}</span>
      </Button>
    </SettingRow>
  )
}
