import { useCallback, useEffect, useState } from 'react'
import type { Api, ConversationRowPage, ListConversationsQuery } from '../../client/api/api.ts'
import type { ConversationRow } from '../../client/api/contract.ts'
import { type Loaded, useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

export type ConversationList = {
  readonly list: Loaded<readonly ConversationRow[]>
  readonly reload: () => void
  /** Loads the next page too; null when there is none. */
  readonly showOlder: (() => void) | null
}

/** What is pinned and the newest conversations, loaded again when the live feed reports a change. */
export function useConversationList(search = '', project = ''): ConversationList {
  const { api, live } = useLonghand()
  const [pages, setPages] = useState(1)
  const load = useCallback(async () => {
    const wanted = { limit: 60, ...(search === '' ? {} : { search }), ...(project === '' ? {} : { project }) }
    const [pinned, newest] = await Promise.all([
      api.conversations({ pinned: 'only', ...wanted }),
      newestOf(api, wanted, pages),
    ])
    return { ...newest, rows: [...pinned, ...newest.rows.filter(row => !row.pinned)] }
  }, [api, search, project, pages])
  const [loaded, reload] = useLoaded(load)
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
  if (loaded.state !== 'ready') return { list: loaded, reload, showOlder: null }
  const { rows, more } = loaded.value
  return { list: { state: 'ready', value: rows }, reload, showOlder: more ? () => setPages(pages + 1) : null }
}

async function newestOf(api: Api, wanted: ListConversationsQuery, pages: number) {
  const rows: ConversationRow[] = []
  let next: string | null = null
  for (let page = 0; page < pages && (page === 0 || next !== null); page++) {
    const found: ConversationRowPage = await api.conversationPage({ ...wanted, ...(next !== null && { before: next }) })
    rows.push(...found.conversations)
    next = found.next
  }
  return { rows, more: next !== null }
}
