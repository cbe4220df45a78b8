import { Box, useCursor } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import type { ChatState } from '../conversation/chat-state.ts'
import { belowPaper } from '../conversation/live-area.ts'
import { Lines } from './Lines.ts'
import { Paper } from './PrintedLines.ts'

/** A conversation: what is settled on paper, below it what still changes. */
export function ChatScreen({ state }: { readonly state: ChatState }): ReactNode {
  const { lines, cursor } = belowPaper(state)
  // The terminal's own cursor, so that input methods know where the next sign goes.
  useCursor().setCursorPosition(cursor)
  return h(Box, { flexDirection: 'column' }, state.sheet && h(Paper, { sheet: state.sheet }), h(Lines, { lines }))
}
