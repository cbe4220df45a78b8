import type { ReactNode } from 'react'

/** A name, its value, and its tone. */
export type FigureRow = readonly [name: string, figure: string, tone?: 'good' | undefined]

/** Names on the left and values on the right, connected by dot leaders. */
export function FigureList({ lines }: { readonly lines: readonly FigureRow[] }): ReactNode {
  return (
    <dl className="leaders">
      {lines.map(([name, figure, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone}>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
