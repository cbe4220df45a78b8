import { Box, useCursor } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import type { ChatState } from '../conversation/chat-state.ts'
import { liveArea } from '../conversation/live-area.ts'
import { Lines } from './Lines.ts'
import { PrintedLines } from './PrintedLines.ts'

/** A conversation: the printed lines, and below them what still changes. */
export function ChatScreen({ state }: { readonly state: ChatState }): ReactNode {
  const { lines, cursor } = liveArea(state)
  // The terminal's own cursor, so that input methods know where the next sign goes.
  useCursor().setCursorPosition(cursor)
  return h(
    Box,
    { flexDirection: 'column' },
    state.scrollback && h(PrintedLines, { scrollback: state.scrollback }),
    h(Lines, { lines }),
  )
}
