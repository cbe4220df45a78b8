import type { ReactNode } from 'react'

type Props<T> = {
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** One of a few options, side by side. */
export function Switch<T extends string | null>({ options, value, onChange }: Props<T>): ReactNode {
  return (
    <span className="switch">
      {options.map(([option, label]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {label}
        </button>
      ))}
    </span>
  )
}
