import { type ReactNode, useState } from 'react'
import type { ModelRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'

type Props = {
  readonly row: ModelRow
  /** Null removes the person's own value. */
  readonly onSet: (window: number | null) => void
}

/** The window of a model and its source. A guessed value can be overridden and reset. */
export function WindowCell({ row: { name, window, source }, onSet }: Props): ReactNode {
  const [editing, setEditing] = useState(false)
  if (editing) {
    const commit = (text: string) => {
      setEditing(false)
      const tokens = text.trim() === '' ? null : Math.round(Number(text))
      if (tokens !== window) onSet(tokens)
    }
    return (
      <td data-name={words.window}>
        <input
          className="field number"
          type="number"
          min={1000}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
          autoFocus
          aria-label={words.windowOfInTokens(name)}
          defaultValue={window ?? ''}
          onBlur={event => commit(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
            if (event.key === 'Escape') setEditing(false)
          }}
        />
      </td>
    )
  }
  return (
    <td data-name={words.window}>
      {window === null ? 'unknown' : formatNumber(window)}{' '}
      {source !== 'registry' && (
        <span className="window-source">
          {source === 'guess' && <span className="tag tag-decision">{everywhere.aGuess}</span>}
          {source === 'own' && <span className="tag">{words.yours}</span>}
          <button type="button" className="link" aria-label={words.setWindowOf(name)} onClick={() => setEditing(true)}>
            {words.setWindow}
          </button>
        </span>
      )}
    </td>
  )
}
