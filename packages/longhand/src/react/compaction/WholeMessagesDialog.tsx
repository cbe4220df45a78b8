import type { ReactNode } from 'react'
import { formatMessageNumbers } from '../../client/text/format.ts'
import { type Message, outputText, type Part } from '../../core/message.ts'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../controls/CopyButton.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'

/** Messages to be read whole: as they were written, or as the model is sent them. */
export type WholeMessages = {
  readonly side: 'you' | 'model'
  readonly messages: readonly { readonly number: number; readonly message: Message }[]
}

type Props = { readonly whole: WholeMessages; readonly onClose: () => void }

/** W4 every word of some messages, calls and what tools answered included. */
export function WholeMessagesDialog({ whole: { side, messages }, onClose }: Props): ReactNode {
  const numbers = formatMessageNumbers(messages.map(({ number }) => number))
  const title = side === 'you' ? numbers : words.asSentToTheModel(numbers)
  const texts = messages.map(one => ({ ...one, text: wholeText(one.message) }))
  return (
    <Dialog title={title} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <div className="whole-messages" tabIndex={0}>
        {texts.map(({ number, message, text }) => (
          <section key={number}>
            {messages.length > 1 && (
              <h3>
                ¶ {number} · {message.role}
              </h3>
            )}
            <pre>{text}</pre>
          </section>
        ))}
      </div>
      <footer>
        <CopyButton
          text={texts.map(({ text }) => text).join('\n\n')}
          label={words.copyEverything}
          caption={everywhere.copy}
        />
        <Button label={everywhere.close} onClick={onClose} />
      </footer>
    </Dialog>
  )
}

const wholeText = ({ parts }: Message): string => parts.map(partText).join('\n\n')

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return `${part.name} ${JSON.stringify(part.input, null, 2)}`
    case 'tool-result':
      return `${part.name}, ${part.outcome}:\n${outputText(part)}`
    case 'file':
      return `[${part.mediaType}${part.name === null ? '' : ` ${part.name}`}]`
    default:
      return JSON.stringify(part, null, 2)
  }
}
