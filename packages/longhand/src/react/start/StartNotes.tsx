import { type ReactNode, useState } from 'react'
import { texts } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { startGuide } from '../guide/guide-memory.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/start.ts'

/** Below the list: the sample conversation, and a hint when no real model is connected. */
export function StartNotes(): ReactNode {
  const { api, navigate } = useLonghand()
  const [settings] = useLoaded(api.settings)
  const [models] = useLoaded(api.models)
  const [failure, setFailure] = useState<string | null>(null)
  const openSample = () =>
    api.create({ sample: true }).then(
      ({ id }) => {
        startGuide(id)
        navigate(`/c/${id}`)
      },
      error => setFailure(error.message),
    )
  const defaultModel = settings.state === 'ready' ? settings.value.model : null
  const rows = models.state === 'ready' ? models.value : []
  const isOffline = rows.find(({ id }) => id === defaultModel)?.offline ?? false
  const isOnlyOffline = rows.length > 0 && rows.every(({ offline }) => offline)
  return (
    <div className="notes">
      <div className="note">
        <Icon name="book" />
        <span className="grow">
          <b>{words.sampleConversation}</b>
          <p>{failure ?? texts.sampleHint}</p>
        </span>
        <Button label={everywhere.open} onClick={openSample} />
      </div>
      {(isOffline || isOnlyOffline) && (
        <div className="note">
          <Icon name="key" />
          <span className="grow">
            <b>{isOnlyOffline ? everywhere.connectAModel : words.offlineModelInUse}</b>
            <p>{isOnlyOffline ? texts.connectHint : texts.offlineModelHint}</p>
          </span>
          <PathLink to={isOnlyOffline ? '/settings/connect' : '/settings/models'} className="btn">
            {isOnlyOffline ? everywhere.connect : words.choose}
          </PathLink>
        </div>
      )}
    </div>
  )
}
