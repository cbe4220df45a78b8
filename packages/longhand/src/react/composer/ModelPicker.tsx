import type { ReactNode } from 'react'
import type { ModelRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu } from '../controls/Menu.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import * as words from '../words/composer.ts'
import * as everywhere from '../words/everywhere.ts'

/** The models to choose from, with the size of their windows. */
export function ModelPicker({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { models, actions } = ui
  const { conversation } = ui.screen
  if (conversation === null) return null
  const { model, status } = conversation
  const name = models.find(({ id }) => id === model)?.name ?? model
  return (
    <Menu
      label={words.model(name)}
      className="btn quiet small"
      side="above"
      button={
        <>
          {name} <Icon name="down" small />
        </>
      }
      items={models.map(row => ({
        label: row.offline ? words.quotesOnly(row.name) : row.name,
        selected: row.id === model,
        note: <Size row={row} used={status.used} />,
        onSelect: () => void actions.changeModel(row.id),
      }))}
    />
  )
}

/** A model that holds fewer tokens than the window has now condenses first. */
function Size({ row: { window, source }, used }: { readonly row: ModelRow; readonly used: number }): ReactNode {
  if (window === null) return words.windowUnknown
  return (
    <>
      {used > window * 0.8 && <span className="tag tag-decision">{words.condensesFirst}</span>}
      {source === 'guess' && <span className="tag tag-decision">{everywhere.aGuess}</span>} {formatNumber(window)}
    </>
  )
}
