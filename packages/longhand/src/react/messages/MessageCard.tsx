import { memo, type ReactNode } from 'react'
import type { DisplayEntry } from '../../client/api/contract.ts'
import { messageBlocks } from '../../client/screen/blocks.ts'
import type { Card } from '../../client/screen/rows.ts'
import { answerFigures } from '../../client/text/answer-figures.ts'
import { formatNumber, formatTime } from '../../client/text/format.ts'
import { modelName, trimmedForTheModel } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/messages.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageBody } from './MessageBody.tsx'
import type { CardActions } from './use-card-actions.ts'
import './MessageCard.css'

type Props = {
  readonly card: Card
  readonly actions: CardActions
  /** The newest card can be continued, retried, and saved as a checkpoint. */
  readonly newest: boolean
  /** K8 a message that nobody is answering, also because all of its answer was lost with a server, says so. */
  readonly unanswered: boolean
}

/** A message or an answer: author, number and time in the margin, the content beside it. */
export const MessageCard = memo(function MessageCard({ card, actions, newest, unanswered }: Props): ReactNode {
  const { author, entries, state, protection, trimmed } = card
  const first = entries[0]!
  const last = entries.at(-1)!
  const figures = author === 'model' ? answerFigures(entries) : null
  const tokens = entries.reduce((sum, { count }) => sum + count, 0)
  return (
    <article
      className={`card ${author} ${state} ${protection}${newest ? ' newest' : ''}`}
      id={`m${first.number}`}
      aria-label={`¶ ${first.number}, ${names[author]}, ${state === 'folded' ? words.inTheSummary : trimmed ? words.inPart : everywhere.wordForWord}`}
      tabIndex={newest ? 0 : -1}
    >
      <div className="card-margin">
        <span className="card-who">{author === 'model' && last.model ? modelName(last.model) : names[author]}</span>
        <span className="card-number" title={formatTime(first.at)}>
          {protection !== 'none' && (
            <span className="lock" title={protection === 'always' ? words.alwaysProtected : everywhere.isProtected}>
              <Icon name="lock" small />
            </span>
          )}
          {first.number === last.number ? first.number : `${first.number}–${last.number}`}
          {first.number < 1000 && ` · ${formatTime(first.at)}`}
        </span>
        {first.fork && <BranchSwitcher fork={first.fork} onSwitch={actions.switchBranch} />}
      </div>
      <div className="card-body">
        <MessageActions card={card} actions={actions} newest={newest} />
        <MessageBody blocks={messageBlocks(entries)} by={author === 'model' ? 'model' : 'person'} />
        {protection === 'protected' && (
          <p className="sealed">
            {entries.length > 1 ? words.sealedWithExchange(formatNumber(tokens)) : words.sealed(formatNumber(tokens))}
          </p>
        )}
        {trimmed !== null && (
          <p className="trimmed">
            {trimmedForTheModel(trimmed)}
            {trimmed.undo === 'trim' && (
              <Button className="quiet small" icon="undo" label={everywhere.undo} onClick={actions.undo} />
            )}
          </p>
        )}
        {figures !== null && <p className="card-figures figure">{figures}</p>}
        {last.ending && (
          <Ending
            ending={last.ending}
            at={last.at}
            onContinue={newest && actions.canWrite ? () => actions.continue(last.id) : null}
            onRetry={() => actions.retry(first.id)}
          />
        )}
        {unanswered && (
          <p className="ending">
            <Icon name="warning" small />
            {words.notAnswered}
            <Button className="small" icon="refresh" label={words.retry} onClick={() => actions.retry(first.id)} />
          </p>
        )}
      </div>
    </article>
  )
})

type EndingProps = {
  readonly ending: string
  readonly at: string
  /** Null where nobody can. */
  readonly onContinue: (() => void) | null
  readonly onRetry: () => void
}

function Ending({ ending, at, onContinue, onRetry }: EndingProps): ReactNode {
  return (
    <p className="ending">
      <Icon name="warning" small />
      {endings[ending as keyof typeof endings] ?? ending} {words.at} {formatTime(at)}.
      {onContinue !== null && (
        <>
          <Button className="small" icon="play" label={words.continueLabel} onClick={onContinue} />
          <Button className="quiet small" icon="refresh" label={words.retry} onClick={onRetry} />
        </>
      )}
    </p>
  )
}

const names = { you: everywhere.you, model: words.model, system: everywhere.system } as const
const endings = { interrupted: words.interrupted, stopped: words.stopped, failed: words.failed } as const

type SwitcherProps = {
  readonly fork: NonNullable<DisplayEntry['fork']>
  readonly onSwitch: (line: string) => void
}

/** Switches between the branches that start at a message: ‹ 2 of 3 ›, wrapping around. */
function BranchSwitcher({ fork: { index, of, lines }, onSwitch }: SwitcherProps): ReactNode {
  const go = (by: number) => onSwitch(lines[(index + by + of) % of]!)
  return (
    <span className="branch">
      <button type="button" aria-label={words.previousBranch} onClick={() => go(-1)}>
        ‹
      </button>
      {index + 1} {words.ofWord} {of}
      <button type="button" aria-label={words.nextBranch} onClick={() => go(1)}>
        ›
      </button>
    </span>
  )
}
