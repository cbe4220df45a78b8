import type { ReactNode } from 'react'
import { levelOf } from '../../core/window.ts'

/** A small bar that shows how full a window is; the number beside it says the same. */
export function Meter({ used, window }: { readonly used: number; readonly window: number | null }): ReactNode {
  const share = window === null || window <= 0 ? 0 : Math.min(1, used / window)
  return (
    <span className="meter" data-level={levelOf(share)} aria-hidden="true">
      <span style={{ '--share': share }} />
    </span>
  )
}
