import { useApp, useStdin } from 'ink'
import { createElement as h, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AppRoute } from '../conversation/chat.ts'
import type { AppDeps } from './app-deps.ts'
import { Conversation } from './Conversation.ts'
import { Start } from './Start.ts'

type Props = { readonly deps: AppDeps; readonly first: AppRoute; readonly onPlace: (place: AppRoute) => void }

/** Leads from the start screen into conversations and back. */
export function App({ deps, first, onPlace }: Props): ReactNode {
  const { exit } = useApp()
  useHeldKeys()
  const [place, setPlace] = useState(first)
  const { terminal } = deps
  const navigate = useCallback(
    (next: AppRoute) => {
      terminal.switchTo(next.type === 'start' ? 'alternate' : 'main')
      setPlace(next)
    },
    [terminal],
  )
  useEffect(() => {
    onPlace(place)
    // By now the screen is empty, so the error stands alone below it.
    if (place.type === 'end') exit(place.error)
  }, [place, onPlace, exit])
  switch (place.type) {
    case 'start':
      return h(Start, { deps, navigate })
    case 'chat':
      return h(Conversation, { key: place.id, deps, place, navigate })
    case 'end':
      return null
  }
}

/** Keeps raw mode on between pages: Ink would drop keys while no component listens. */
function useHeldKeys(): void {
  const { setRawMode } = useStdin()
  useEffect(() => {
    setRawMode(true)
    return () => setRawMode(false)
  }, [setRawMode])
}
