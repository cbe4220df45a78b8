import type { ReactNode } from 'react'
import { pluralize } from '../../client/text/format.ts'
import { dividerMeta, dividerTitle } from '../../client/text/texts.ts'
import type { CompactionProgress } from '../../core/answer-parts.ts'
import { warningSentence } from '../../core/compaction-warning.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/parts.ts'
import '../compaction/CompactionDivider.css'

type Props = {
  /** The data of a `data-compaction` part. */
  readonly compaction: CompactionProgress
  /** Offers to undo it; the app calls `context.undo()` where its `longhand()` lives. */
  readonly onUndo?: () => void
}

/** Shows where a conversation was condensed. A compaction that came to nothing is not shown. */
export function CompactionDivider({ compaction, onUndo }: Props): ReactNode {
  const line = lineOf(compaction)
  if (line === null) return null
  const { title, detail, warning } = line
  return (
    <div className="longhand longhand-part">
      <section className={warning === undefined ? 'fold' : 'fold warned'} aria-label={title}>
        <div className="fold-line">
          <div className="fold-mark" aria-hidden="true">
            <Icon name={warning === undefined ? 'fold' : 'warning'} />
          </div>
          <div className="fold-cap">
            <div className="fold-title">
              <strong>{title}</strong>
              <span className="fold-meta">{detail}</span>
              {warning !== undefined && <span className="fold-warning">{warning}</span>}
            </div>
            {onUndo && compaction.phase === 'completed' && (
              <Button className="quiet small" icon="undo" label={everywhere.undo} onClick={onUndo} />
            )}
          </div>
        </div>
      </section>
    </div>
  )
}

type Line = { readonly title: string; readonly detail?: string; readonly warning?: string }

function lineOf({ phase, folding, receipt, sentence }: CompactionProgress): Line | null {
  if (phase === 'started') return { title: words.condensing(pluralize(folding, 'message')) }
  if (phase === 'failed') return { title: words.notCondensedThisTime, warning: sentence ?? words.youCanKeepWriting }
  if (phase !== 'completed' || receipt === undefined) return null
  const warning = receipt.warnings.length > 0 ? { warning: warningSentence(receipt) } : {}
  return { title: dividerTitle(receipt), detail: dividerMeta(receipt), ...warning }
}
