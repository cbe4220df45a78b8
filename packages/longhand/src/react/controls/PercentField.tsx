import type { ReactNode } from 'react'
import * as words from '../words/controls.ts'

type Props = {
  readonly label: string
  /** A share, 0 to 1. */
  readonly value: number
  readonly onChange: (share: number) => void
}

/** A share in per cent, committed on blur; an invalid value is reset. */
export function PercentField({ label, value, onChange }: Props): ReactNode {
  const shown = String(Math.round(value * 100))
  return (
    <>
      <input
        key={value}
        className="field number"
        type="number"
        min={0}
        max={100}
        aria-label={words.inPerCent(label)}
        defaultValue={shown}
        onBlur={({ target }) => {
          const share = target.value === '' ? null : Math.round(Number(target.value)) / 100
          if (share === null || !(share >= 0 && share <= 1)) target.value = shown
          else if (share !== value) onChange(share)
        }}
      />
      <span className="dim">%</span>
    </>
  )
}
