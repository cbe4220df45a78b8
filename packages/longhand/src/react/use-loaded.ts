import { useCallback, useEffect, useState } from 'react'

/** Something read from the server: not there yet, there, or not to be had. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly sentence: string }

/** Reads something when the component appears, and again on request; what was there stays until the new is. */
export function useLoaded<T>(load: () => Promise<T>): readonly [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads again.
  useEffect(() => {
    let current = true
    load().then(
      value => current && setLoaded({ state: 'there', value }),
      error => current && setLoaded({ state: 'failed', sentence: String(error?.message ?? error) }),
    )
    return () => {
      current = false
    }
  }, [load, turn])
  return [loaded, useCallback(() => setTurn(n => n + 1), [])]
}
