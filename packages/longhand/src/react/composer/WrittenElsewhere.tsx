import { type ReactNode, useState } from 'react'
import { texts } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/composer.ts'
import { DropTarget } from './DropTarget.tsx'
import './WrittenElsewhere.css'

type Props = { readonly ui: ConversationUI; readonly client: string }

/** H4.26 in the place of the composer where another program writes: who it is, and a copy to go on here. */
export function WrittenElsewhere({ ui: { id, sync }, client }: Props): ReactNode {
  const { api, navigate } = useLonghand()
  const [copying, setCopying] = useState(false)
  const goOn = async () => {
    setCopying(true)
    const copy = await sync.run(() => api.copy(id))
    setCopying(false)
    if (copy !== null) navigate(`/c/${copy.id}`)
  }
  return (
    <section className="written-elsewhere" aria-label={texts.writtenElsewhere}>
      <DropTarget title={texts.dropRefused} hint={texts.dropRefusedHint} accepts={false} onDrop={() => {}} />
      <span className="grow">
        <b>
          <span className="tag tag-code">{client}</span> {texts.writtenElsewhere}
        </b>
        <small>{texts.followsClient}</small>
      </span>
      <Button title={words.inACopy} disabled={copying} onClick={goOn}>
        <Icon name="fork" /> {texts.goOnHere}
      </Button>
    </section>
  )
}
