import type { ReactNode } from 'react'
import type { Card } from '../../client/screen/rows.ts'
import { Icon } from '../controls/Icon.tsx'

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
    <button
      type="button"
      className={closed ? 'icon-btn lock' : 'icon-btn'}
      aria-pressed={closed}
      aria-label={label}
      title={label}
      onClick={() => onChange(number, closed ? 'release' : 'protect')}
    >
      <Icon name={closed ? 'lock' : 'unlock'} small />
    </button>
  )
}
