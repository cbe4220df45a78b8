import type { ReactNode } from 'react'
import type { ModelRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu } from '../controls/Menu.tsx'

type Props = {
  readonly models: readonly ModelRow[]
  readonly model: string
  /** Tokens in the window now: a model that holds fewer condenses first. */
  readonly used: number
  readonly onChoose: (model: string) => void
}

/** The models to choose from, with the size of their windows. */
export function ModelPicker({ models, model, used, onChoose }: Props): ReactNode {
  return (
    <Menu
      label={`Model: ${nameOf(models, model)}`}
      className="btn quiet small"
      side="above"
      button={
        <>
          {nameOf(models, model)} <Icon name="down" small />
        </>
      }
      items={models.map(row => ({
        label: row.offline ? `${row.name}, quotes only` : row.name,
        selected: row.id === model,
        note: <Size row={row} used={used} />,
        onSelect: () => onChoose(row.id),
      }))}
    />
  )
}

function Size({ row: { window, source }, used }: { readonly row: ModelRow; readonly used: number }): ReactNode {
  if (window === null) return 'window unknown'
  return (
    <>
      {used > window * 0.8 && <span className="tag tag-decision">condenses first</span>}
      {source === 'guess' && <span className="tag tag-decision">a guess</span>} {formatNumber(window)}
    </>
  )
}

const nameOf = (models: readonly ModelRow[], id: string): string => models.find(row => row.id === id)?.name ?? id
