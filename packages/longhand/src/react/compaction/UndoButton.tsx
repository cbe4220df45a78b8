import type { ReactNode } from 'react'
import type { Divider } from '../../client/screen/rows.ts'
import { Button } from '../controls/Button.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'
import type { DividerActions } from './use-divider-actions.ts'

type Props = { readonly state: Divider['state']; readonly actions: DividerActions }

/** Undo, then Redo. One button, so that the focus stays where it is when one becomes the other. */
export function UndoButton({ state, actions }: Props): ReactNode {
  if (state !== 'active' && state !== 'undone') return null
  return (
    <Button
      className="quiet small"
      icon={state === 'active' ? 'undo' : 'refresh'}
      label={state === 'active' ? everywhere.undo : words.redo}
      onClick={state === 'active' ? actions.undo : actions.redo}
    />
  )
}
