import { type ReactNode, useEffect, useRef } from 'react'
import type { StatusLine, StatusLineAction } from '../../client/screen/status-line.ts'
import { formatElapsed } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { useNow } from '../hooks/use-now.ts'
import { Unbroken } from '../text/Unbroken.tsx'
import * as everywhere from '../words/everywhere.ts'
import './StatusBar.css'

type Props = {
  readonly statusLine: StatusLine
  readonly onAction: (action: StatusLineAction) => void
  /** Missing when the line stays until what it reports is over. */
  readonly onClose?: (() => void) | undefined
}

/** The status line above the composer. Success messages disappear by themselves. */
export function StatusBar({ statusLine, onAction, onClose }: Props): ReactNode {
  const { tone, icon, title, detail, actions, since, brief } = statusLine
  const now = useNow(since === undefined ? 'still' : 'counting')
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (statusLine.tone !== 'green') return
    const timer = setTimeout(() => close.current?.(), successVisibleMs)
    return () => clearTimeout(timer)
  }, [statusLine])
  return (
    <div
      className={`status-line ${tone}`}
      data-icon={icon}
      data-brief={brief}
      role={tone === 'red' ? 'alert' : 'status'}
    >
      {icon === 'writing' ? <Squiggle /> : <Icon name={icon} />}
      <span className="grow">
        <b>
          <Unbroken text={title} />
        </b>
        {since !== undefined && <span className="figure dim"> {formatElapsed(now - Date.parse(since))}</span>}
        {detail !== '' && (
          <small>
            <Unbroken text={detail} />
          </small>
        )}
      </span>
      {actions.map(action => (
        <Button
          key={action.type}
          className={action.primary ? 'small primary' : 'small'}
          label={action.label}
          onClick={() => onAction(action)}
        />
      ))}
      {onClose && (
        <button type="button" className="icon-btn" aria-label={everywhere.close} onClick={onClose}>
          <Icon name="close" small />
        </button>
      )}
    </div>
  )
}

const successVisibleMs = 6000

/** The animation while a summary is written. */
function Squiggle(): ReactNode {
  return (
    <svg className="squiggle" viewBox="0 0 46 14" aria-hidden="true">
      <path d="M2 9c4-8 7-8 8-2s4 6 6 0 5-6 7 0 5 5 7 0 4-4 6-1 5 1 8 1" />
    </svg>
  )
}
