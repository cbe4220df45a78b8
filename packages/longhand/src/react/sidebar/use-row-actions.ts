import { useState } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { offerUndelete } from './deleted-notice.ts'

/** What can be done to the conversations of a list, one by one or many at once. */
export type RowActions = ReturnType<typeof useRowActions>

/** `current` is the conversation that is open beside the list. */
export function useRowActions(reload: () => void, current: string | null = null) {
  const { api, navigate } = useLonghand()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const clear = () => setSelected(new Set())
  const run = async (work: readonly Promise<unknown>[]) => {
    const results = await Promise.allSettled(work)
    const failed = results.find(({ status }) => status === 'rejected')
    setFailure(failed?.status === 'rejected' ? String(failed.reason?.message ?? failed.reason) : null)
    clear()
    reload()
    return results
  }
  return {
    selected,
    failure,
    clear,
    select: (id: string) => setSelected(before => toggled(before, id)),
    pin: (ids: readonly string[], action: 'pin' | 'unpin') =>
      run(ids.map(id => api.update(id, { pinned: action === 'pin' }))),
    rename: (id: string, title: string) => run([api.update(id, { title })]),
    /** Deleted at once: bringing it back takes one click. */
    remove: async (rows: readonly ConversationRow[]) => {
      const results = await run(rows.map(({ id }) => api.delete(id)))
      const gone = rows.filter((_, at) => results[at]?.status === 'fulfilled')
      offerUndelete(gone)
      if (gone.some(({ id }) => id === current)) navigate('/')
    },
  }
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter(one => one !== id) : [...ids, id])
