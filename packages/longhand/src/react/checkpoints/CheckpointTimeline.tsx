import { Fragment, type ReactNode, useState } from 'react'
import type { CheckpointRow } from '../../client/api/contract.ts'
import { formatNumber, formatWhen } from '../../client/text/format.ts'
import { texts } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useNow } from '../hooks/use-now.ts'
import { Unbroken } from '../text/Unbroken.tsx'
import * as words from '../words/checkpoints.ts'
import * as everywhere from '../words/everywhere.ts'
import './CheckpointTimeline.css'
import { CheckpointItem } from './CheckpointItem.tsx'

type Filter = 'all' | 'code' | 'decision' | 'fix' | 'yours'

/** The checkpoints of a conversation, newest first. */
export function CheckpointTimeline({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { checkpoints, screen, actions, setDrawer } = ui
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const now = useNow('still')
  const shown = checkpoints.filter(matches[filter])
  const newest = screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  return (
    <aside className="drawer" aria-label={everywhere.checkpoints}>
      <div className="drawer-head">
        <h2>{everywhere.checkpoints}</h2>
        <Button className="small" icon="plus" label={words.saveOne} onClick={() => void actions.saveCheckpoint()} />
        <button type="button" className="icon-btn" aria-label={words.closeCheckpoints} onClick={() => setDrawer(null)}>
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
            {name === 'all' ? words.all(checkpoints.length) : name}
          </button>
        ))}
      </div>
      <div className="drawer-body">
        <ol className="timeline">
          <li className="now">
            <h3>{words.now}</h3>
            <p>
              <Unbroken text={`¶ ${newest}`} /> · {formatNumber(screen.conversation?.status.used ?? 0)}{' '}
              {everywhere.tokensUnit}
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
            <h2>{words.noCheckpointsYet}</h2>
            <p>{texts.noCheckpoints}</p>
          </div>
        )}
      </div>
      <div className="drawer-foot">{texts.checkpointExpiry}</div>
    </aside>
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
