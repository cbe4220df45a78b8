import type { ReactNode } from 'react'
import { pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import * as words from '../words/conversation.ts'
import * as everywhere from '../words/everywhere.ts'
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
    <Dialog title={words.moveToProject} onClose={onClose}>
      {ui.projects.length === 0 && <p>{words.noProjectYet}</p>}
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
              <b>{everywhere.noProject}</b>
            </button>
          </li>
        )}
      </ul>
      <div className="actions">
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
      </div>
    </Dialog>
  )
}
