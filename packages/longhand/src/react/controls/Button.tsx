import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'type'> & { readonly icon?: IconName; readonly label?: string }

/** A button with a label, after an icon if there is one. Classes: `primary`, `quiet`, `danger`, `small`. */
export function Button({ icon, label, className = '', children, ...rest }: Props): ReactNode {
  return (
    <button type="button" className={`btn ${className}`} {...rest}>
      {icon && <Icon name={icon} small />}
      {label}
      {children}
    </button>
  )
}
