import type { ReactNode } from 'react'
import type { Card } from '../../client/screen/rows.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'

type Props = {
  readonly protection: Card['protection']
  readonly number: number
  readonly onChange: (number: number, wish: 'protect' | 'release') => void
}

/** The lock of a message: open, closed, or always closed on the first one. */
export function ProtectLock({ protection, number, onChange }: Props): ReactNode {
  if (protection === 'always') {
    return (
      <span className="icon-btn lock" title="The first message is always protected">
        <Icon name="lock" small />
        <span className="visually-hidden">Always protected</span>
      </span>
    )
  }
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
