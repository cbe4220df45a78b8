import type { ReactNode } from 'react'
import type { Receipt } from '../../client/api/contract.ts'
import { gateLabels } from '../../client/text/texts.ts'
import { Icon } from '../controls/Icon.tsx'
import * as words from '../words/compaction.ts'
import './Checks.css'

type Props = {
  readonly gates: Receipt['gates']
  /** Who wrote the current text. */
  readonly by: 'summariser' | 'person'
}

/** The checks that the text has passed, and the outcome of each. */
export function Checks({ gates, by }: Props): ReactNode {
  const repaired = gates.filter(({ outcome }) => outcome === 'repaired').length
  const passed = gates.length - repaired
  const parts = [
    ...(gates.length === 0 ? [words.inOwnWords] : [words.passed(passed)]),
    ...(repaired === 0 ? [] : [words.repairedCount(repaired)]),
    ...(by === 'person' ? [words.editedByYou] : []),
  ]
  return (
    <details className="checks">
      <summary>
        {words.checks} <Icon name="check" small /> {parts.join(' · ')}
      </summary>
      <ul>
        {gates.map(({ gate, outcome }) => (
          <li key={gate}>
            {gateLabels[gate]}
            {outcome === 'repaired' && <small>{words.repaired}</small>}
          </li>
        ))}
      </ul>
    </details>
  )
}
