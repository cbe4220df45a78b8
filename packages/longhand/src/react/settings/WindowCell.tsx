import { type ReactNode, useState } from 'react'
import type { ModelRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'

type Props = {
  readonly row: ModelRow
  /** Null takes the person's figure back. */
  readonly onSet: (window: number | null) => void
}

/** How much a model holds, and where the figure comes from. A figure that is guessed can be set, and taken back. */
export function WindowCell({ row: { name, window, source }, onSet }: Props): ReactNode {
  const [writing, setWriting] = useState(false)
  if (writing) {
    const take = (text: string) => {
      setWriting(false)
      const figure = text.trim() === '' ? null : Math.round(Number(text))
      if (figure !== window) onSet(figure)
    }
    return (
      <td data-name="Window">
        <input
          className="field number"
          type="number"
          min={1000}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
          autoFocus
          aria-label={`Window of ${name}, in tokens; empty takes it back`}
          defaultValue={window ?? ''}
          onBlur={event => take(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
            if (event.key === 'Escape') setWriting(false)
          }}
        />
      </td>
    )
  }
  return (
    <td data-name="Window">
      {window === null ? 'unknown' : formatNumber(window)}{' '}
      {source !== 'registry' && (
        <span className="window-source">
          {source === 'guess' && <span className="tag tag-decision">a guess</span>}
          {source === 'own' && <span className="tag">yours</span>}
          <button type="button" className="link" aria-label={`Set window of ${name}`} onClick={() => setWriting(true)}>
            Set window
          </button>
        </span>
      )}
    </td>
  )
}
