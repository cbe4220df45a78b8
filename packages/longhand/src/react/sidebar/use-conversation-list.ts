import { useCallback, useEffect } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { type Loaded, useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

/** What is pinned and the newest conversations, loaded again when the live feed reports a change. */
export function useConversationList(
  search = '',
  project = '',
): readonly [Loaded<readonly ConversationRow[]>, () => void] {
  const { api, live } = useLonghand()
  const load = useCallback(async () => {
    const wanted = { ...(search === '' ? {} : { search }), ...(project === '' ? {} : { project }) }
    const [pinned, newest] = await Promise.all([
      api.conversations({ limit: 60, pinned: 'only', ...wanted }),
      api.conversations({ limit: 60, ...wanted }),
    ])
    return [...pinned, ...newest.filter(row => !row.pinned)]
  }, [api, search, project])
  const [list, reload] = useLoaded(load)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | null = null
    const leave = live.subscribe(event => {
      if (event.type === 'connection' && event.connection === 'offline') return
      if (event.type === 'notice' && event.notice.type !== 'conversation') return
      // Notices come in bursts; one reload covers them all.
      waiting ??= setTimeout(() => {
        waiting = null
        reload()
      }, 800)
    })
    return () => {
      leave()
      if (waiting !== null) clearTimeout(waiting)
    }
  }, [live, reload])
  return [list, reload]
}
