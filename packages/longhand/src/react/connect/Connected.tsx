import { type ReactNode, useEffect, useRef } from 'react'
import { modelName } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'

type Props = { readonly model: string; readonly onAnother: () => void }

/** The end of connecting, and where to go from there. */
export function Connected({ model, onAnother }: Props): ReactNode {
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => actions.current?.querySelector('a')?.focus(), [])
  return (
    <>
      <h1>Connected</h1>
      <p className="settings-sub" role="status">
        {modelName(model)} answers. It is in the model picker of every conversation.
      </p>
      <div ref={actions} className="connect-actions">
        <PathLink to="/" className="btn primary">
          <Icon name="pencil" small /> Start a conversation
        </PathLink>
        <PathLink to="/settings/models" className="btn">
          All models
        </PathLink>
        <Button className="quiet" label="Connect another" onClick={onAnother} />
      </div>
    </>
  )
}
