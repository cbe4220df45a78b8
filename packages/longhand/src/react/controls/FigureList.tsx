import type { ReactNode } from 'react'

/** A name, its figure, and how the figure is to be taken. */
export type FigureRow = readonly [name: string, figure: string, tone?: 'good' | undefined]

/** Names on the left, figures on the right, with dots that lead from one to the other. */
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
