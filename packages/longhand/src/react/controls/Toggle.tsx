import type { ReactNode } from 'react'

type Props = { readonly label: string; readonly on: boolean; readonly onChange: (on: boolean) => void }

/** On or off. */
export function Toggle({ label, on, onChange }: Props): ReactNode {
  return (
    <button
      type="button"
      className="toggle"
      role="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
    >
      <span />
    </button>
  )
}
