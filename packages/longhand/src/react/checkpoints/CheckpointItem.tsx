import { type ReactNode, useState } from 'react'
import type { CheckpointRow } from '../../client/api/contract.ts'
import { formatNumber, formatTime } from '../../client/text/format.ts'
import { modelName } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { Unbroken } from '../text/Unbroken.tsx'
import * as words from '../words/checkpoints.ts'
import * as everywhere from '../words/everywhere.ts'
import './CheckpointTimeline.css'

type Props = {
  readonly ui: ConversationUI
  readonly checkpoint: CheckpointRow
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** One checkpoint of the timeline; the selected one shows what can be done with it. */
export function CheckpointItem({ ui, checkpoint, chosen, onChoose }: Props): ReactNode {
  const { api } = useLonghand()
  const [renaming, setRenaming] = useState(false)
  const { id, label, tags, kind, at, number, used, model } = checkpoint
  const change = (work: () => Promise<unknown>) => void ui.sync.run(work)
  return (
    <li className={`${kind} ${chosen ? 'chosen' : ''}`}>
      <button type="button" className="timeline-title" aria-expanded={chosen} onClick={onChoose}>
        <h3>{label}</h3>
        <p>
          {kind === 'manual' && <span className="tag tag-yours">{words.savedByYou}</span>}
          {tags.map(tag => (
            <span key={tag} className={`tag tag-${tag}`}>
              {tag}
            </span>
          ))}
          {tags.length === 0 && kind !== 'manual' && <span className="tag">{words.automatic}</span>}
          {formatTime(at)} · <Unbroken text={`¶ ${number}`} /> · {formatNumber(used)} {everywhere.tokensUnit}
          {chosen && ` · ${modelName(model)}`}
        </p>
      </button>
      {chosen && (
        <div className="timeline-actions">
          <Button
            className="small primary"
            label={words.resumeFromHere}
            onClick={() => ui.setDialog({ type: 'restore', checkpoint })}
          />
          <Button className="small quiet" label={words.look} onClick={() => void ui.jumpTo(number)} />
          <Button className="small quiet" label={everywhere.rename} onClick={() => setRenaming(true)} />
          <Button
            className="small quiet danger"
            aria-label={words.deleteCheckpoint(label)}
            onClick={() => change(() => api.removeCheckpoint(ui.id, id))}
          >
            <Icon name="close" small />
          </Button>
        </div>
      )}
      {renaming && (
        <RenameDialog
          name={label}
          onRename={async name => change(() => api.renameCheckpoint(ui.id, id, name))}
          onClose={() => setRenaming(false)}
        />
      )}
    </li>
  )
}
