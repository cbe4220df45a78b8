import { type ReactNode, useCallback } from 'react'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { ProviderKeyRow } from './ProviderKeyRow.tsx'

/** How each provider gets its key. The keys themselves never reach this page. */
export function ProviderKeys(): ReactNode {
  const { api } = useLonghand()
  const [rows] = useLoaded(useCallback(() => api.providers(), [api]))
  return (
    <>
      <h2>Keys</h2>
      <p>They come from the environment or from a file that only you can read, and never reach this page.</p>
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {rows.state === 'ready' && rows.value.map(row => <ProviderKeyRow key={row.name} row={row} />)}
    </>
  )
}
