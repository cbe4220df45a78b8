import { type ReactNode, useCallback } from 'react'
import { formatTime } from '../../client/text/format.ts'
import { toSingleLine } from '../../client/text/texts.ts'
import { Dialog } from '../controls/Dialog.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

type Props = {
  readonly id: string
  /** The current head; after a restore it is not the end of its branch. */
  readonly head: number
  readonly onSwitch: (line: string) => Promise<void>
  readonly onClose: () => void
}

/** Every branch of a conversation; nothing that was written is ever lost. */
export function BranchesDialog({ id, head: here, onSwitch, onClose }: Props): ReactNode {
  const { api } = useLonghand()
  const [branches] = useLoaded(useCallback(() => api.branches(id), [api, id]))
  return (
    <Dialog title="Branches" onClose={onClose}>
      {branches.state === 'failed' && <p>{branches.sentence}</p>}
      <ul className="hits">
        {branches.state === 'ready' &&
          branches.value.map(({ line, head, preview, at, current }) => (
            <li key={line}>
              <button
                type="button"
                disabled={current && head === here}
                onClick={() => {
                  onClose()
                  void onSwitch(line)
                }}
              >
                <b>{current ? (head === here ? 'This branch' : 'The end of this branch') : 'Another branch'}</b>
                <small>{formatTime(at)}</small>
                <span>{toSingleLine(preview).replace(/[\p{L}\p{N},;]$/u, '$&…')}</span>
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
