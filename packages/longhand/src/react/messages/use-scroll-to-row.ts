import { type RefObject, useCallback, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Scrolls to the row of a key and hands over its element once it is in view. */
export type ScrollToRow = (key: string, align: 'center' | 'nearest', onArrive: (row: HTMLElement) => void) => void

type ScrollContext = {
  readonly list: RefObject<VirtualizerHandle | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly { readonly key: string }[]
}

/**
 * A row far away has to be drawn, measured and moved before it stands still, and rows may be added above it in between:
 * it is looked up by its key, frame by frame, until it is in view. `scrolling` is null when nothing is looked for.
 */
export function useScrollToRow({ list, scroller, items }: ScrollContext): {
  readonly scrollToRow: ScrollToRow
  readonly scrolling: RefObject<unknown>
} {
  const latestItems = useRef(items)
  latestItems.current = items
  const scrolling = useRef<symbol | null>(null)
  const scrollToRow = useCallback<ScrollToRow>(
    (key, align, onArrive) => {
      const token = Symbol(key)
      const deadline = performance.now() + timeoutMs
      const check = (frame: number) => {
        if (scrolling.current !== token) return
        const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)
        const isThere = frame > 0 && row && isInView(row, scroller.current!)
        const at = latestItems.current.findIndex(item => item.key === key)
        if (isThere || at < 0 || performance.now() > deadline) {
          scrolling.current = null
          if (isThere) onArrive(row)
          return
        }
        // The list gives up on a row that takes long to measure, so it is retried.
        if (frame % retryFrames === 0) list.current?.scrollToIndex(at, { align })
        requestAnimationFrame(() => check(frame + 1))
      }
      scrolling.current = token
      check(0)
    },
    [list, scroller],
  )
  return { scrollToRow, scrolling }
}

const timeoutMs = 5_000
const retryFrames = 20

/** A row that is not measured yet is in the page, but hidden. */
function isInView(row: HTMLElement, scroller: HTMLElement): boolean {
  const [here, view] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()]
  return row.checkVisibility({ visibilityProperty: true }) && here.top < view.bottom && here.bottom > view.top
}
