import { Fragment, type ReactNode, useState } from 'react'
import type { CheckpointRow } from '../../client/api/contract.ts'
import { formatNumber, formatTime, formatWhen } from '../../client/text/format.ts'
import { modelName, texts } from '../../client/text/texts.ts'
import { Icon } from '../controls/Icon.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import './CheckpointTimeline.css'

type Filter = 'all' | 'code' | 'decision' | 'fix' | 'yours'

/** The named places of a conversation, newest on top, each a way back. */
export function CheckpointTimeline({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { checkpoints, screen, actions, setDrawer } = ui
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const now = useNow('still')
  const shown = checkpoints.filter(matches[filter])
  const newest = screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  return (
    <aside className="drawer" aria-label="Checkpoints">
      <div className="drawer-head">
        <h2>Checkpoints</h2>
        <button type="button" className="btn small" onClick={() => void actions.saveCheckpoint()}>
          <Icon name="plus" small /> Save one
        </button>
        <button type="button" className="icon-btn" aria-label="Close checkpoints" onClick={() => setDrawer(null)}>
          <Icon name="close" />
        </button>
      </div>
      <div className="drawer-filter chips">
        {filters.map(name => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {name === 'all' ? `All ${checkpoints.length}` : name}
          </button>
        ))}
      </div>
      <div className="drawer-body">
        <ol className="timeline">
          <li className="now">
            <h3>Now</h3>
            <p>
              ¶ {newest} · {formatNumber(screen.conversation?.status.used ?? 0)} tokens
            </p>
          </li>
          {shown.map((checkpoint, at) => (
            <Fragment key={checkpoint.id}>
              {dayOf(checkpoint, now) !== dayOf(shown[at - 1], now) && (
                <li className="day">{dayOf(checkpoint, now)}</li>
              )}
              <CheckpointItem
                ui={ui}
                checkpoint={checkpoint}
                chosen={chosen === checkpoint.id}
                onChoose={() => setChosen(chosen === checkpoint.id ? null : checkpoint.id)}
              />
            </Fragment>
          ))}
        </ol>
        {checkpoints.length === 0 && (
          <div className="empty">
            <h2>No checkpoints yet</h2>
            <p>{texts.noCheckpoints}</p>
          </div>
        )}
      </div>
      <div className="drawer-foot">{texts.checkpointExpiry}</div>
    </aside>
  )
}

type ItemProps = {
  readonly ui: ConversationUI
  readonly checkpoint: CheckpointRow
  readonly chosen: boolean
  readonly onChoose: () => void
}

function CheckpointItem({ ui, checkpoint, chosen, onChoose }: ItemProps): ReactNode {
  const { api } = useLonghand()
  const [renaming, setRenaming] = useState(false)
  const { id, label, tags, kind, at, number, used, model } = checkpoint
  const change = (work: () => Promise<unknown>) => void ui.sync.run(work)
  return (
    <li className={`${kind} ${chosen ? 'chosen' : ''}`}>
      <button type="button" className="timeline-title" aria-expanded={chosen} onClick={onChoose}>
        <h3>{label}</h3>
        <p>
          {kind === 'manual' && <span className="tag tag-yours">saved by you</span>}
          {tags.map(tag => (
            <span key={tag} className={`tag tag-${tag}`}>
              {tag}
            </span>
          ))}
          {tags.length === 0 && kind !== 'manual' && <span className="tag">automatic</span>}
          {formatTime(at)} · ¶ {number} · {formatNumber(used)} tokens{chosen && ` · ${modelName(model)}`}
        </p>
      </button>
      {chosen && (
        <div className="timeline-acts">
          <button
            type="button"
            className="btn small primary"
            onClick={() => ui.setDialog({ type: 'restore', checkpoint })}
          >
            Resume from here
          </button>
          <button type="button" className="btn small quiet" onClick={() => void ui.jumpTo(number)}>
            Look
          </button>
          <button type="button" className="btn small quiet" onClick={() => setRenaming(true)}>
            Rename
          </button>
          <button
            type="button"
            className="btn small quiet danger"
            aria-label={`Remove the name ${label}`}
            onClick={() => change(() => api.removeCheckpoint(ui.id, id))}
          >
            <Icon name="close" small />
          </button>
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

const filters: readonly Filter[] = ['all', 'code', 'decision', 'fix', 'yours']

const matches: Readonly<Record<Filter, (checkpoint: CheckpointRow) => boolean>> = {
  all: () => true,
  code: ({ tags }) => tags.includes('code'),
  decision: ({ tags }) => tags.includes('decision'),
  fix: ({ tags }) => tags.includes('fix'),
  yours: ({ kind }) => kind === 'manual',
}

/** Today has no heading; other days do. */
function dayOf(checkpoint: CheckpointRow | undefined, now: number): string {
  const day = checkpoint === undefined ? '' : formatWhen(checkpoint.at, now)
  return /^\d\d:/.test(day) ? '' : day
}
