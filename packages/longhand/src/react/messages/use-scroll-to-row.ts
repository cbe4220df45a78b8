import { type RefObject, useCallback, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Brings the row of a key into sight and hands over its element once it stands there. */
export type Seek = (key: string, align: 'center' | 'nearest', arrived: (row: HTMLElement) => void) => void

type Place = {
  readonly list: RefObject<VirtualizerHandle | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly { readonly key: string }[]
}

/**
 * A row far away has to be drawn, measured and moved before it stands still, and rows may come in above it meanwhile:
 * it is sought by its key, frame by frame, until it is there. Also whether something is sought now.
 */
export function useSeek({ list, scroller, items }: Place): {
  readonly seek: Seek
  readonly seeking: RefObject<unknown>
} {
  const now = useRef(items)
  now.current = items
  const seeking = useRef<symbol | null>(null)
  const seek = useCallback<Seek>(
    (key, align, arrived) => {
      const mine = Symbol(key)
      const until = performance.now() + patienceMs
      const look = (frame: number) => {
        if (seeking.current !== mine) return
        const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)
        const there = frame > 0 && row && inSight(row, scroller.current!)
        const at = now.current.findIndex(item => item.key === key)
        if (there || at < 0 || performance.now() > until) {
          seeking.current = null
          if (there) arrived(row)
          return
        }
        // The list gives up on a row that takes long to measure, so it is asked again.
        if (frame % askAgainFrames === 0) list.current?.scrollToIndex(at, { align })
        requestAnimationFrame(() => look(frame + 1))
      }
      seeking.current = mine
      look(0)
    },
    [list, scroller],
  )
  return { seek, seeking }
}

const patienceMs = 5_000
const askAgainFrames = 20

/** A row that is not measured yet is in the page, but hidden. */
function inSight(row: HTMLElement, scroller: HTMLElement): boolean {
  const [here, view] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()]
  return row.checkVisibility({ visibilityProperty: true }) && here.top < view.bottom && here.bottom > view.top
}
