import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { Divider } from '../../client/screen/rows.ts'
import { formatTime } from '../../client/text/format.ts'
import { dividerMeta, dividerTitle } from '../../client/text/texts.ts'
import { warningSentence } from '../../core/compaction-warning.ts'
import { Icon } from '../controls/Icon.tsx'
import * as words from '../words/compaction.ts'
import { UndoButton } from './UndoButton.tsx'
import type { DividerActions } from './use-divider-actions.ts'
import './CompactionDivider.css'

const CompactionDetails = lazy(() =>
  import('./CompactionDetails.tsx').then(({ CompactionDetails }) => ({ default: CompactionDetails })),
)

type Props = { readonly divider: Divider; readonly actions: DividerActions }

/** Where the view was compacted: one line that opens into what was kept. */
export function CompactionDivider({ divider, actions }: Props): ReactNode {
  const { entry, state, key } = divider
  const [open, setOpen] = useState(false)
  const details = useId()
  const { receipt } = entry
  // Who has put it in words of their own has dealt with it.
  const isWarned = receipt !== undefined && receipt.warnings.length > 0 && state !== 'undone' && entry.edits === null
  return (
    <section
      className={`fold ${state} ${open ? 'open' : ''} ${isWarned ? 'warned' : ''}`}
      aria-label={words.contextCondensed}
      id={`k${key}`}
    >
      <div className="fold-line">
        <div className="fold-mark" aria-hidden="true">
          <Icon name={isWarned ? 'warning' : 'fold'} />
        </div>
        <div className="fold-cap">
          <button
            type="button"
            className="fold-title"
            aria-expanded={open}
            aria-controls={details}
            onClick={() => setOpen(!open)}
          >
            <strong>{receipt ? dividerTitle(receipt) : words.contextCondensed}</strong>
            <span className="fold-meta">
              {state === 'undone' ? words.undoneMark(formatTime(entry.at)) : receipt && dividerMeta(receipt)}
              {entry.edits !== null && words.editedMark}
            </span>
            {isWarned && <span className="fold-warning">{warningSentence(receipt)}</span>}
          </button>
          {!open && <UndoButton state={state} actions={actions} />}
          <button type="button" className="icon-btn" tabIndex={-1} aria-hidden="true" onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} small />
          </button>
        </div>
      </div>
      <div id={details} hidden={!open}>
        {open && (
          <Suspense>
            <CompactionDetails divider={divider} actions={actions} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
