import type { ReactNode } from 'react'
import { pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import type { ConversationUI } from './use-conversation-ui.ts'

type Props = { readonly ui: ConversationUI; readonly onClose: () => void }

/** D2 moves a conversation into a project, or out of all. */
export function ProjectDialog({ ui, onClose }: Props): ReactNode {
  const current = ui.screen.conversation?.project ?? null
  const move = (project: string | null) => {
    onClose()
    void ui.actions.moveToProject(project)
  }
  return (
    <Dialog title="Move to a project" onClose={onClose}>
      {ui.projects.length === 0 && <p>There is no project yet. Create one on the start screen.</p>}
      <ul className="hits">
        {ui.projects.map(({ id, name, conversations }) => (
          <li key={id}>
            <button type="button" disabled={id === current} onClick={() => move(id)}>
              <b>{name}</b>
              <small>{pluralize(conversations, 'conversation')}</small>
            </button>
          </li>
        ))}
        {current !== null && (
          <li>
            <button type="button" onClick={() => move(null)}>
              <b>No project</b>
            </button>
          </li>
        )}
      </ul>
      <div className="actions">
        <Button className="quiet" label="Cancel" onClick={onClose} />
      </div>
    </Dialog>
  )
}
