import { useWindowSize } from 'ink'
import { createElement as h, type ReactNode, useState } from 'react'
import type { Page } from '../pages/page.ts'
import { readerLines, readerRoom, scrolled } from '../pages/reader-lines.ts'
import { Lines } from './Lines.ts'
import { useKeys } from './use-keys.ts'

type Props = { readonly page: Extract<Page, { type: 'reading' }>; readonly back: () => void }

/** Something to read, longer than the terminal perhaps. */
export function Reader({ page, back }: Props): ReactNode {
  const { reading, actions } = page
  const size = useWindowSize()
  const length = { lines: reading.lines.length, rows: size.rows }
  const last = scrolled(Infinity, 0, length)
  const [from, setFrom] = useState(page.from === 'end' ? last : 0)
  const room = readerRoom(size.rows)
  useKeys((input, key) => {
    const by = key.upArrow ? -1 : key.downArrow ? 1 : key.pageUp ? -room : key.pageDown || input === ' ' ? room : 0
    if (by !== 0) setFrom(scrolled(from, by, length))
    else if (key.home) setFrom(0)
    else if (key.end) setFrom(last)
    else if (key.escape || input === 'q' || (key.ctrl && input === 'c')) back()
    else actions[input]?.()
  })
  return h(Lines, { lines: readerLines(reading, Math.min(from, last), size) })
}
