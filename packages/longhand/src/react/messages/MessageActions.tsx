import type { ReactNode } from 'react'
import { blocksText, messageBlocks } from '../../client/screen/blocks.ts'
import type { Card } from '../../client/screen/rows.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Menu } from '../controls/Menu.tsx'
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
      <IconButton icon="copy" label="Copy" small onClick={() => void navigator.clipboard.writeText(text)} />
      {canWrite && card.author === 'you' && (
        <IconButton icon="pencil" label="Edit and resend" small onClick={() => actions.rewrite(first.id, text)} />
      )}
      {canRetry && <IconButton icon="refresh" label="Regenerate" small onClick={() => actions.retry(first.id)} />}
      {canWrite && card.author === 'model' && !(newest && last.ending) && (
        <IconButton icon="play" label="Continue" small onClick={() => actions.continue(last.id)} />
      )}
      <ProtectLock card={card} onChange={actions.protect} />
      {newest && <IconButton icon="flag" label="Save a checkpoint here" small onClick={actions.saveCheckpoint} />}
      {canWrite && (
        <IconButton icon="fork" label="Fork from here" small onClick={() => actions.fork(last.id, last.number)} />
      )}
      <Menu
        label="More"
        button={<Icon name="more" small />}
        items={[{ label: 'Condense up to here', icon: 'fold', onSelect: () => actions.condenseUpTo(last.number) }]}
      />
    </div>
  )
}

type LockProps = { readonly card: Card; readonly onChange: CardActions['protect'] }

/** The lock of a message: open, closed, or always closed on the first one. */
function ProtectLock({ card: { protection, entries }, onChange }: LockProps): ReactNode {
  if (protection === 'always') {
    return (
      <span className="icon-btn lock" title="The first message is always protected">
        <Icon name="lock" small />
        <span className="visually-hidden">Always protected</span>
      </span>
    )
  }
  const { number } = entries[0]!
  const closed = protection === 'protected'
  const label = `${closed ? 'Release' : 'Protect'} ¶ ${number}`
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
