import type { ReactNode } from 'react'
import type { Policy } from '../../core/policy.ts'
import type { WindowStatus } from '../../core/window.ts'
import { WindowBar as Bar } from '../window/WindowBar.tsx'

type Props = {
  /** The data of a `data-context` part. */
  readonly status: WindowStatus
  /** Marks where the conversation is condensed. */
  readonly policy?: Policy
  /** The model whose window it is. */
  readonly model?: string
}

/** How full the model's window is. Hover, focus or a click shows what fills it. */
export const WindowBar = (props: Props): ReactNode => (
  <div className="longhand longhand-part">
    <Bar {...props} />
  </div>
)
