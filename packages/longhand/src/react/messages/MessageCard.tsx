import { memo, type ReactNode } from 'react'
import { blocksOf } from '../../client/screen/blocks.ts'
import type { Card } from '../../client/screen/rows.ts'
import { clock, grouped } from '../../client/text/format.ts'
import { modelName } from '../../client/text/texts.ts'
import { Icon } from '../controls/Icon.tsx'
import { BranchSwitcher } from './BranchSwitcher.tsx'
import type { CardActs } from './card-actions.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageBody } from './MessageBody.tsx'
import './MessageCard.css'

type Props = {
  readonly card: Card
  readonly acts: CardActs
  /** The newest card can be continued, retried, and saved as a checkpoint. */
  readonly newest: boolean
}

/** What one side said: in the margin who, which and when; beside it the words. */
export const MessageCard = memo(function MessageCard({ card, acts, newest }: Props): ReactNode {
  const { who, entries, state, shield } = card
  const first = entries[0]!
  const last = entries.at(-1)!
  const tokens = entries.reduce((sum, { count }) => sum + count, 0)
  return (
    <article
      className={`card ${who} ${state} ${shield}`}
      id={`m${first.number}`}
      aria-label={`¶ ${first.number}, ${names[who]}, ${state === 'folded' ? 'in the summary' : 'word for word'}`}
      tabIndex={newest ? 0 : -1}
    >
      <div className="card-margin">
        <span className="card-who">{who === 'model' && last.model ? modelName(last.model) : names[who]}</span>
        <span className="card-number" title={clock(first.at)}>
          {shield !== 'none' && (
            <span className="lock" title={shield === 'always' ? 'Always protected' : 'Protected'}>
              <Icon name="lock" small />
            </span>
          )}
          {first.number === last.number ? first.number : `${first.number}–${last.number}`}
          {first.number < 1000 && ` · ${clock(first.at)}`}
        </span>
        {first.fork && <BranchSwitcher fork={first.fork} onSwitch={acts.switchTo} />}
      </div>
      <div className="card-body">
        <MessageActions card={card} acts={acts} newest={newest} />
        <MessageBody blocks={blocksOf(entries)} by={who === 'model' ? 'model' : 'person'} />
        {shield === 'protected' && (
          <p className="sealed">
            Protected{entries.length > 1 && ' with its exchange'} · {grouped(tokens)} tokens, word for word in every
            view
          </p>
        )}
        {last.ending && <Ending ending={last.ending} at={last.at} acts={newest ? acts : null} />}
      </div>
    </article>
  )
})

type EndingProps = { readonly ending: string; readonly at: string; readonly acts: CardActs | null }

function Ending({ ending, at, acts }: EndingProps): ReactNode {
  return (
    <p className="ending">
      <Icon name="warning" small />
      {endings[ending as keyof typeof endings] ?? ending} at {clock(at)}.
      {acts !== null && (
        <>
          <button type="button" className="btn small" onClick={acts.continue}>
            <Icon name="play" small /> Continue
          </button>
          <button type="button" className="btn quiet small" onClick={acts.retry}>
            <Icon name="refresh" small /> Retry
          </button>
        </>
      )}
    </p>
  )
}

const names = { you: 'You', model: 'Model', system: 'System' } as const
const endings = { interrupted: 'Interrupted', stopped: 'Stopped', failed: 'Failed' } as const
