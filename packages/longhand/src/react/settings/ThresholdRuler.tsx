import { type ReactNode, useState } from 'react'
import { formatPercent } from '../../client/text/format.ts'
import type { Policy } from '../../core/policy.ts'
import * as words from '../words/settings.ts'

type Handle = 'target' | 'prepare' | 'share'

type Props = { readonly policy: Policy; readonly onChange: (change: Partial<Policy>) => void }

/** The window as a ruler with three handles: target, prepare and threshold. Arrow keys move by 1. */
export function ThresholdRuler({ policy, onChange }: Props): ReactNode {
  const [dragged, setDragged] = useState<Partial<Record<Handle, number>>>({})
  const shares = { target: policy.target, prepare: policy.prepare, share: policy.threshold.share ?? 1, ...dragged }
  const commit = () => {
    setDragged({})
    const { target, prepare, share } = shares
    onChange({ target, prepare, threshold: { ...policy.threshold, share } })
  }
  return (
    <div className="ruler">
      <div className="ruler-track" style={{ '--share': shares.target }} aria-hidden="true" />
      {handles.map(([handle, name]) => (
        <label key={handle} className="ruler-handle" style={{ '--share': shares[handle] }}>
          <input
            type="range"
            min={10}
            max={100}
            value={Math.round(shares[handle] * 100)}
            aria-valuetext={`${name} ${formatPercent(shares[handle])}`}
            onChange={event =>
              setDragged({ ...dragged, [handle]: clampToNeighbours(handle, Number(event.target.value) / 100, shares) })
            }
            onPointerUp={commit}
            onKeyUp={commit}
          />
          <span className="ruler-label">
            <b>{formatPercent(shares[handle])}</b>
            {name}
          </span>
        </label>
      ))}
    </div>
  )
}

const handles: readonly (readonly [Handle, string])[] = [
  ['target', words.getDownTo],
  ['prepare', words.prepare],
  ['share', words.condense],
]

/** Handles never pass each other: down to < prepare < condense. */
function clampToNeighbours(
  handle: Handle,
  share: number,
  { target, prepare, share: condense }: Record<Handle, number>,
): number {
  if (handle === 'target') return Math.min(share, prepare - 0.01)
  return handle === 'prepare' ? Math.max(target + 0.01, Math.min(share, condense)) : Math.max(share, prepare)
}
