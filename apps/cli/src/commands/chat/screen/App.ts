import { useApp, useStdin } from 'ink'
import { createElement as h, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Place } from '../conversation/chat.ts'
import type { AppParts } from './app-deps.ts'
import { Conversation } from './Conversation.ts'
import { Start } from './Start.ts'

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
