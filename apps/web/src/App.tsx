import { ConversationScreen, LonghandProvider, SettingsScreen, StartScreen } from 'longhand/react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { renderers } from './renderers.ts'
import { parseRoute, type Route } from './route.ts'
import * as words from './words.ts'

/** The page: one screen at a time, named by the address. */
export function App(): ReactNode {
  const [route, setRoute] = useState(() => parseRoute(location.href))
  const [leftAt, setLeftAt] = useState('/')
  const navigate = useCallback((path: string) => {
    if (parseRoute(location.href).screen !== 'settings') setLeftAt(location.pathname + location.hash)
    history.pushState(null, '', path)
    setRoute(parseRoute(location.href))
  }, [])
  useEffect(() => {
    const syncRoute = () => setRoute(parseRoute(location.href))
    addEventListener('popstate', syncRoute)
    return () => removeEventListener('popstate', syncRoute)
  }, [])
  return (
    <LonghandProvider navigate={navigate} renderers={renderers}>
      <div className="app">
        <Screen route={route} leftAt={leftAt} />
      </div>
    </LonghandProvider>
  )
}

type ScreenProps = {
  readonly route: Route
  /** Where the settings were opened from. */
  readonly leftAt: string
}

function Screen({ route, leftAt }: ScreenProps): ReactNode {
  useEffect(() => {
    if (route.screen !== 'conversation') document.title = words.longhand
  }, [route])
  switch (route.screen) {
    case 'start':
      return <StartScreen />
    case 'settings':
      return <SettingsScreen section={route.section} closeTo={leftAt} />
    case 'conversation':
      return <ConversationScreen id={route.id} number={route.number} drawer={route.drawer} />
  }
}
