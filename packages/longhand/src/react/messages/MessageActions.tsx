import type { ReactNode } from 'react'
import type { Card } from '../../client/screen/rows.ts'
import { textOf } from '../../core/message.ts'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { Menu, type MenuItem } from '../controls/Menu.tsx'
import type { CardActs } from './card-actions.ts'
import { ProtectLock } from './ProtectLock.tsx'

type Props = { readonly card: Card; readonly acts: CardActs; readonly newest: boolean }

/** The tools of a card, seen on hover and focus. */
export function MessageActions({ card, acts, newest }: Props): ReactNode {
  const first = card.entries[0]!
  const last = card.entries.at(-1)!
  const text = card.entries
    .map(({ message }) => textOf(message))
    .join('\n')
    .trim()
  return (
    <div className="card-acts">
      <Act icon="copy" label="Copy" act={() => void navigator.clipboard.writeText(text)} />
      <ProtectLock shield={card.protection} number={first.number} onWish={acts.protect} />
      {newest && <Act icon="flag" label="Save a checkpoint here" act={acts.save} />}
      <Act icon="fork" label="Fork from here" act={() => acts.fork(last.id, last.number)} />
      <Menu
        label="More"
        button={<Icon name="more" small />}
        items={[
          ...(card.author === 'you' ? [rewriteItem(() => acts.rewrite(first.id, text))] : []),
          // Also of a message that was never answered: who stops before the first word can ask again.
          ...(newest && card.author !== 'system' ? [retryItem(acts.retry)] : []),
          { label: 'Condense up to here', icon: 'fold', act: () => acts.condenseUpTo(last.number) },
        ]}
      />
    </div>
  )
}

const rewriteItem = (act: () => void): MenuItem => ({ label: 'Edit and send anew', icon: 'pencil', act })
const retryItem = (act: () => void): MenuItem => ({ label: 'Retry', icon: 'refresh', act })

type ActProps = { readonly icon: IconName; readonly label: string; readonly act: () => void }

function Act({ icon, label, act }: ActProps): ReactNode {
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} small />
    </button>
  )
}
