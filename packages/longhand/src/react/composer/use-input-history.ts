import { type KeyboardEvent, useMemo, useRef } from 'react'
import { textOf } from '../../core/message.ts'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'

/** ↑ in an empty field brings back earlier messages, ↓ goes forward again. True when the key was handled. */
export function useInputHistory({ screen, text, setText }: ConversationUI): (event: KeyboardEvent) => boolean {
  const history = useMemo(() => sentMessages(screen.entries), [screen.entries])
  const place = useRef(-1)
  return ({ key }) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[key]
    if (text === '') place.current = -1
    const recalling = text === '' || history[place.current] === text
    const next = place.current + (by ?? 0)
    if (by === undefined || !recalling || next >= history.length || next < -1) return false
    place.current = next
    setText(history[next] ?? '')
    return true
  }
}

/** What the person wrote, newest first. */
const sentMessages = (entries: ConversationUI['screen']['entries']): readonly string[] =>
  entries
    .flatMap(entry => (entry.type === 'message' && entry.message.role === 'user' ? [textOf(entry.message)] : []))
    .toReversed()
