import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatPercent } from '../../client/text/format.ts'
import { levelAnnouncements, windowAriaText, windowLabel } from '../../client/text/texts.ts'
import type { WindowStatus } from '../../core/window.ts'
import { Icon } from '../controls/Icon.tsx'
import * as words from '../words/window.ts'
import { Breakdown, type BreakdownProps } from './Breakdown.tsx'
import './WindowBar.css'

type Props = BreakdownProps & {
  /** Whether the size of the window is a guess. */
  readonly guess?: boolean
}

/** How full the model's window is. Hover, focus or a click shows what fills it. */
export function WindowBar({ guess, ...breakdown }: Props): ReactNode {
  const { status, policy } = breakdown
  const [shown, setShown] = useState<'no' | 'peek' | 'pinned'>('no')
  const tip = useId()
  const { used, window, share, reserved, level, source } = status
  const mark = policy?.automatic === 'on' ? policy.threshold.share : null
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || shown === 'no') return
    event.stopPropagation()
    setShown('no')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only peeks; the button inside does the same.
    <div
      className="window-bar"
      data-level={level}
      data-source={source}
      onPointerEnter={event => event.pointerType === 'mouse' && shown === 'no' && setShown('peek')}
      onPointerLeave={() => shown === 'peek' && setShown('no')}
      onKeyDown={close}
      onBlur={event => event.currentTarget.contains(event.relatedTarget) || setShown('no')}
    >
      <meter
        className="visually-hidden"
        aria-label={words.contextWindow}
        min={0}
        max={window ?? used}
        value={used}
        aria-valuetext={windowAriaText(status)}
      />
      <button
        type="button"
        aria-expanded={shown !== 'no'}
        aria-controls={tip}
        onFocus={event => event.target.matches(':focus-visible') && shown === 'no' && setShown('peek')}
        onClick={() => setShown(shown === 'pinned' ? 'no' : 'pinned')}
      >
        <span className="visually-hidden">{words.contextWindowIs} </span>
        <span className="track" aria-hidden="true" style={{ '--share': Math.min(1, share ?? 0) }}>
          <span className="fill" />
          {window !== null && <span className="reserve" style={{ '--share': reserved / window }} />}
          <span className="ticks" />
          {mark !== null && (
            <span className="mark" style={{ '--share': mark }}>
              <b>
                {words.condenses} {formatPercent(mark)}
              </b>
            </span>
          )}
        </span>
        <span className="label">
          {level === 'red' && <Icon name="warning" />}
          <span className="figure">{windowLabel(status)}</span>
          <span className="source">{guess ? words.windowAGuess(source) : source}</span>
        </span>
        <span className="visually-hidden">{words.showWhatFills}</span>
      </button>
      <div id={tip} className="tip-place">
        {shown !== 'no' && <Breakdown {...breakdown} />}
      </div>
      <LevelAnnouncement level={level} />
    </div>
  )
}

/** Announces a change of the level to screen readers, but not the first level. */
function LevelAnnouncement({ level }: { readonly level: WindowStatus['level'] }): ReactNode {
  const before = useRef(level)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (before.current !== level) setAnnouncement(levelAnnouncements[level])
    before.current = level
  }, [level])
  return (
    <span className="visually-hidden" role="status">
      {announcement}
    </span>
  )
}
