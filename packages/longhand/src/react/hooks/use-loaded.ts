import { useCallback, useEffect, useState } from 'react'

/** Something loaded from the server: loading, ready, or failed. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly sentence: string }

/** Loads something on mount and again on request; the old value stays until the new one is there. */
export function useLoaded<T>(load: () => Promise<T>): readonly [Loaded<T>, () => void] {
  const [{ loaded }, show] = useState<Shown<T>>({ by: load, loaded: { state: 'loading' } })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn loads again.
  useEffect(() => {
    let current = true
    load().then(
      value => current && show({ by: load, loaded: { state: 'ready', value } }),
      error => current && show(was => (isStillGood(was, load) ? was : { by: load, loaded: failed(error) })),
    )
    return () => {
      current = false
    }
  }, [load, turn])
  return [loaded, useCallback(() => setTurn(n => n + 1), [])]
}

type Shown<T> = { readonly by: () => Promise<T>; readonly loaded: Loaded<T> }

/** While the server is unreachable, the last value stays on the screen. */
const isStillGood = <T>({ by, loaded }: Shown<T>, load: () => Promise<T>): boolean =>
  by === load && loaded.state === 'ready'

const failed = (error: unknown) =>
  ({ state: 'failed', sentence: error instanceof Error ? error.message : String(error) }) as const
