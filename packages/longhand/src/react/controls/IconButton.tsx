import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'type'> & {
  readonly icon: IconName
  /** Read aloud, and shown as a tooltip. */
  readonly label: string
  readonly small?: true
}

/** A button that shows an icon. */
export function IconButton({ icon, label, small, className = '', children, ...rest }: Props): ReactNode {
  return (
    <button type="button" className={`icon-btn ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} small={small} />
      {children}
    </button>
  )
}
