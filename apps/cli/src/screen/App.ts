import { useApp, useStdin } from 'ink'
import type { Api } from 'longhand/client'
import { createElement as h, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ChatParts, Place } from '../chat/chat.ts'
import type { ChatWishes } from '../chat/chat-wishes.ts'
import { Conversation } from './Conversation.ts'
import { Start } from './Start.ts'
import type { Terminal } from './terminal.ts'

/** What the whole app needs from outside. */
export type AppParts = Pick<ChatParts, 'run' | 'save'> & {
  readonly api: Api
  readonly terminal: Terminal
  /** Where this machine keeps its data. */
  readonly folder: string
  readonly draftsOf: (conversation: string) => ChatParts['drafts']
  readonly wishes: ChatWishes
  /** What ended without a goodbye was seen, and is not told of again. */
  readonly forget: (conversation: string) => Promise<void>
}

type Props = { readonly parts: AppParts; readonly first: Place; readonly onPlace: (place: Place) => void }

/** Leads from the start screen into conversations and back. */
export function App({ parts, first, onPlace }: Props): ReactNode {
  const { exit } = useApp()
  useHeldKeys()
  const [place, setPlace] = useState(first)
  const { terminal } = parts
  const go = useCallback(
    (next: Place) => {
      terminal.turnTo(next.type === 'start' ? 'page' : 'paper')
      setPlace(next)
    },
    [terminal],
  )
  useEffect(() => {
    onPlace(place)
    // By now the screen is empty: what went wrong stands alone below it.
    if (place.type === 'end') exit(place.error)
  }, [place, onPlace, exit])
  switch (place.type) {
    case 'start':
      return h(Start, { parts, go })
    case 'chat':
      return h(Conversation, { key: place.id, parts, place, go })
    case 'end':
      return null
  }
}

/** A key that comes while one page gives way to another is for the next one; Ink forgets it when nobody listens in between. */
function useHeldKeys(): void {
  const { setRawMode } = useStdin()
  useEffect(() => {
    setRawMode(true)
    return () => setRawMode(false)
  }, [setRawMode])
}
