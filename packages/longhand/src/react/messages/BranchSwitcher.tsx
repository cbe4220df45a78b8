import type { ReactNode } from 'react'
import type { DisplayEntry } from '../../client/api/contract.ts'

type Props = {
  readonly fork: NonNullable<DisplayEntry['fork']>
  readonly onSwitch: (line: string) => void
}

/** Switches between the branches that start at a message: ‹ 2 of 3 ›, wrapping around. */
export function BranchSwitcher({ fork: { index, of, lines }, onSwitch }: Props): ReactNode {
  const go = (by: number) => onSwitch(lines[(index + by + of) % of]!)
  return (
    <span className="branch">
      <button type="button" aria-label="Branch before" onClick={() => go(-1)}>
        ‹
      </button>
      {index + 1} of {of}
      <button type="button" aria-label="Next branch" onClick={() => go(1)}>
        ›
      </button>
    </span>
  )
}
