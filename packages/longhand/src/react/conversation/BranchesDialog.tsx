import { type ReactNode, useCallback } from 'react'
import { formatTime } from '../../client/text/format.ts'
import { toSingleLine } from '../../client/text/texts.ts'
import { Dialog } from '../controls/Dialog.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/conversation.ts'
import type { ConversationUI } from './use-conversation-ui.ts'

type Props = { readonly ui: ConversationUI; readonly onClose: () => void }

/** Every branch of a conversation; nothing that was written is ever lost. */
export function BranchesDialog({ ui: { id, screen, actions }, onClose }: Props): ReactNode {
  const { api } = useLonghand()
  // After a restore, the head is not the end of its branch.
  const here = screen.conversation?.head
  const [branches] = useLoaded(useCallback(() => api.branches(id), [api, id]))
  return (
    <Dialog title={words.branches} onClose={onClose}>
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
                  void actions.switchBranch(line)
                }}
              >
                <b>{current ? (head === here ? words.thisBranch : words.theEndOfThisBranch) : words.anotherBranch}</b>
                <small>{formatTime(at)}</small>
                <span>{toSingleLine(preview).replace(/[\p{L}\p{N},;]$/u, '$&…')}</span>
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
