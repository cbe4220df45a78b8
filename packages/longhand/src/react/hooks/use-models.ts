import { useEffect } from 'react'
import type { ModelRow } from '../../client/api/contract.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { useLoaded } from './use-loaded.ts'

const none: readonly ModelRow[] = []

/** W19 the models to choose from, also those that were connected meanwhile, wherever that was. */
export function useModels(): readonly ModelRow[] {
  const { api, live } = useLonghand()
  const [models, reload] = useLoaded(api.models)
  useEffect(
    () =>
      live.subscribe(event => {
        const isNews = event.type === 'notice' ? event.notice.type === 'models' : event.type === 'missed'
        if (isNews) reload()
      }),
    [live, reload],
  )
  return models.state === 'ready' ? models.value : none
}
