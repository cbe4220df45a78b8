import type { ReactNode } from 'react'
import * as words from '../words/controls.ts'

type Props = {
  readonly label: string
  /** Null is off, shown as an empty field. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

/** An integer, committed on blur. */
export function NumberField({ label, value, onChange }: Props): ReactNode {
  return (
    <input
      key={value}
      className="field number"
      type="number"
      min={0}
      aria-label={label}
      placeholder={words.off}
      defaultValue={value ?? ''}
      onBlur={event => {
        const next = event.target.value === '' ? null : Math.round(Number(event.target.value))
        if (next !== value) onChange(next)
      }}
    />
  )
}
