import { type ReactNode, useEffect, useRef } from 'react'
import { modelName } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import * as words from '../words/connect.ts'

type Props = { readonly model: string; readonly onAnother: () => void }

/** The end of connecting, and where to go from there. */
export function Connected({ model, onAnother }: Props): ReactNode {
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => actions.current?.querySelector('a')?.focus(), [])
  return (
    <>
      <h1>{words.connected}</h1>
      <p className="settings-sub" role="status">
        {words.answers(modelName(model))}
      </p>
      <div ref={actions} className="connect-actions">
        <PathLink to="/" className="btn primary">
          <Icon name="pencil" small /> {words.startAConversation}
        </PathLink>
        <PathLink to="/settings/models" className="btn">
          {words.allModels}
        </PathLink>
        <Button className="quiet" label={words.connectAnother} onClick={onAnother} />
      </div>
    </>
  )
}
