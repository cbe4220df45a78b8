import type { ReactNode } from 'react'
import type { OutgoingMessage } from '../../client/screen/screen.ts'
import { Button } from '../controls/Button.tsx'
import { PlainText } from '../text/PlainText.tsx'

type Props = { readonly message: OutgoingMessage; readonly onDrop: (clientId: string) => void }

/** A message that the server does not have yet. */
export function OutgoingCard({ message, onDrop }: Props): ReactNode {
  return (
    <article className="card you shown none" aria-label="You, not sent yet" tabIndex={-1}>
      <div className="card-margin">
        <span className="card-who">You</span>
        <span className="card-number">{message.state === 'queued' ? 'waits' : 'sending'}</span>
      </div>
      <div className="card-body">
        <div className="prose">
          <PlainText text={message.text} />
        </div>
        {message.state === 'queued' && (
          <p className="pace">
            Kept here; sent when it can be.{' '}
            <Button className="quiet small" label="Take back" onClick={() => onDrop(message.clientId)} />
          </p>
        )}
      </div>
    </article>
  )
}
