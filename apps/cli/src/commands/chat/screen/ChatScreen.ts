import { Box, Static, useCursor } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import type { Line } from '../../../text/line.ts'
import type { ChatState } from '../conversation/chat-state.ts'
import { liveArea } from '../conversation/live-area.ts'
import type { Scrollback } from '../transcript/scrollback.ts'
import { Lines } from './Lines.ts'

/** A conversation: the printed lines, and below them what still changes. */
export function ChatScreen({ state }: { readonly state: ChatState }): ReactNode {
  const { lines, cursor } = liveArea(state)
  // The terminal's own cursor, so that input methods know where the next character goes.
  useCursor().setCursorPosition(cursor)
  const printed = state.scrollback && printedLines(state.scrollback)
  return h(Box, { flexDirection: 'column' }, printed, h(Lines, { lines }))
}

/** Lines that are printed once; the terminal keeps them when they scroll away. */
const printedLines = ({ number, batches }: Scrollback): ReactNode =>
  h(Static<readonly Line[]>, {
    key: number,
    items: [...batches],
    // biome-ignore lint/correctness/noChildrenProp: createElement takes functions as a property only.
    children: (batch, at) => h(Lines, { key: at, lines: batch }),
  })
