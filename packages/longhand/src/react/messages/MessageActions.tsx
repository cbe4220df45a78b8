import type { ReactNode } from 'react'
import { blocksText, messageBlocks } from '../../client/screen/blocks.ts'
import type { Card } from '../../client/screen/rows.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Menu } from '../controls/Menu.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/messages.ts'
import type { CardActions } from './use-card-actions.ts'

type Props = { readonly card: Card; readonly actions: CardActions; readonly newest: boolean }

/** The buttons of a card, visible on hover and focus. */
export function MessageActions({ card, actions, newest }: Props): ReactNode {
  const { canWrite } = actions
  const first = card.entries[0]!
  const last = card.entries.at(-1)!
  const text = blocksText(messageBlocks(card.entries))
  // Also of a message that was never answered: a person who stops before the first word can ask again.
  const canRetry = canWrite && (card.author === 'model' || (newest && card.author === 'you'))
  return (
    <div className="card-actions">
      <IconButton icon="copy" label={everywhere.copy} small onClick={() => void navigator.clipboard.writeText(text)} />
      {canWrite && card.author === 'you' && (
        <IconButton icon="pencil" label={words.editAndResend} small onClick={() => actions.rewrite(first.id, text)} />
      )}
      {canRetry && <IconButton icon="refresh" label={words.regenerate} small onClick={() => actions.retry(first.id)} />}
      {canWrite && card.author === 'model' && !(newest && last.ending) && (
        <IconButton icon="play" label={words.continueLabel} small onClick={() => actions.continue(last.id)} />
      )}
      <ProtectLock card={card} onChange={actions.protect} />
      {newest && <IconButton icon="flag" label={words.saveACheckpointHere} small onClick={actions.saveCheckpoint} />}
      {canWrite && (
        <IconButton icon="fork" label={words.forkFromHere} small onClick={() => actions.fork(last.id, last.number)} />
      )}
      <Menu
        label={words.more}
        button={<Icon name="more" small />}
        items={[{ label: words.condenseUpToHere, icon: 'fold', onSelect: () => actions.condenseUpTo(last.number) }]}
      />
    </div>
  )
}

type LockProps = { readonly card: Card; readonly onChange: CardActions['protect'] }

/** The lock of a message: open, closed, or always closed on the first one. */
function ProtectLock({ card: { protection, entries }, onChange }: LockProps): ReactNode {
  if (protection === 'always') {
    return (
      <span className="icon-btn lock" title={words.firstAlwaysProtected}>
        <Icon name="lock" small />
        <span className="visually-hidden">{words.alwaysProtected}</span>
      </span>
    )
  }
  const { number } = entries[0]!
  const closed = protection === 'protected'
  const label = `${closed ? words.release : words.protect} ¶ ${number}`
  return (
    <IconButton
      className={closed ? 'lock' : ''}
      icon={closed ? 'lock' : 'unlock'}
      label={label}
      small
      aria-pressed={closed}
      onClick={() => onChange(number, closed ? 'release' : 'protect')}
    />
  )
}
