import type { ReactNode } from 'react'
import type { Card } from '../../client/screen/rows.ts'
import { textOf } from '../../core/message.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Menu, type MenuItem } from '../controls/Menu.tsx'
import type { CardActions } from './use-card-actions.ts'

type Props = { readonly card: Card; readonly actions: CardActions; readonly newest: boolean }

/** The buttons of a card, visible on hover and focus. */
export function MessageActions({ card, actions, newest }: Props): ReactNode {
  const { canWrite } = actions
  const first = card.entries[0]!
  const last = card.entries.at(-1)!
  const text = card.entries
    .map(({ message }) => textOf(message))
    .join('\n')
    .trim()
  return (
    <div className="card-actions">
      <IconButton icon="copy" label="Copy" small onClick={() => void navigator.clipboard.writeText(text)} />
      <ProtectLock card={card} onChange={actions.protect} />
      {newest && <IconButton icon="flag" label="Save a checkpoint here" small onClick={actions.saveCheckpoint} />}
      {canWrite && (
        <IconButton icon="fork" label="Fork from here" small onClick={() => actions.fork(last.id, last.number)} />
      )}
      <Menu
        label="More"
        button={<Icon name="more" small />}
        items={[
          ...(canWrite && card.author === 'you' ? [rewriteItem(() => actions.rewrite(first.id, text))] : []),
          // Also of a message that was never answered: a person who stops before the first word can ask again.
          ...(canWrite && newest && card.author !== 'system' ? [retryItem(actions.retry)] : []),
          { label: 'Condense up to here', icon: 'fold', onSelect: () => actions.condenseUpTo(last.number) },
        ]}
      />
    </div>
  )
}

const rewriteItem = (onSelect: () => void): MenuItem => ({ label: 'Edit and resend', icon: 'pencil', onSelect })
const retryItem = (onSelect: () => void): MenuItem => ({ label: 'Retry', icon: 'refresh', onSelect })

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
