import { Box, useCursor } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import { belowPaper } from '../chat/below-paper.ts'
import type { ChatState } from '../chat/chat-state.ts'
import { Lines } from './Lines.ts'
import { Paper } from './Paper.ts'

/** A conversation: what is settled on paper, below it what still changes. */
export function ChatScreen({ state }: { readonly state: ChatState }): ReactNode {
  const { lines, cursor } = belowPaper(state)
  // The terminal's own cursor, so that input methods know where the next sign goes.
  useCursor().setCursorPosition(cursor)
  return h(Box, { flexDirection: 'column' }, state.sheet && h(Paper, { sheet: state.sheet }), h(Lines, { lines }))
}
