import { useApp, useStdin } from 'ink'
import { createElement as h, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AppDeps, AppRoute } from '../conversation/chat.ts'
import { Conversation } from './Conversation.ts'
import { Start } from './Start.ts'

type Props = { readonly deps: AppDeps; readonly first: AppRoute; readonly onRoute: (route: AppRoute) => void }

/** Switches between the start screen and conversations. */
export function App({ deps, first, onRoute }: Props): ReactNode {
  const { exit } = useApp()
  useHeldKeys()
  const [route, setRoute] = useState(first)
  const { terminal } = deps
  const navigate = useCallback(
    (next: AppRoute) => {
      terminal.switchTo(next.type === 'start' ? 'alternate' : 'main')
      setRoute(next)
    },
    [terminal],
  )
  useEffect(() => {
    onRoute(route)
    // By now the screen is empty, so only the error is seen.
    if (route.type === 'end') exit(route.error)
  }, [route, onRoute, exit])
  switch (route.type) {
    case 'start':
      return h(Start, { deps, navigate })
    case 'chat':
      return h(Conversation, { key: route.id, deps, route, navigate })
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
