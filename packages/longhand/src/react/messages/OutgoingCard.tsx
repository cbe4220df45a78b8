import type { ReactNode } from 'react'
import type { OutgoingMessage } from '../../client/screen/screen.ts'
import { Button } from '../controls/Button.tsx'
import { PlainText } from '../text/PlainText.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/messages.ts'

type Props = { readonly message: OutgoingMessage; readonly onDrop: (clientId: string) => void }

/** A message that the server does not have yet. */
export function OutgoingCard({ message, onDrop }: Props): ReactNode {
  return (
    <article className="card you shown none" aria-label={words.youNotSentYet} tabIndex={-1}>
      <div className="card-margin">
        <span className="card-who">{everywhere.you}</span>
        <span className="card-number">{message.state === 'queued' ? words.waiting : words.sending}</span>
      </div>
      <div className="card-body">
        <div className="prose">
          <PlainText text={message.text} />
        </div>
        {message.state === 'queued' && (
          <p className="pace">
            {words.notSentYet}{' '}
            <Button className="quiet small" label={words.dontSend} onClick={() => onDrop(message.clientId)} />
          </p>
        )}
      </div>
    </article>
  )
}
