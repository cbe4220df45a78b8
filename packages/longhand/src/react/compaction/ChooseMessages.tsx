import { type ReactNode, useState } from 'react'
import type { DisplayMessage } from '../../client/screen/rows.ts'
import { formatNumber } from '../../client/text/format.ts'
import { textOf } from '../../core/message.ts'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'

type Props = {
  readonly ui: ConversationUI
  readonly preview: { readonly folding: readonly number[] }
  /** The messages to keep although they would be folded. */
  readonly onChoose: (keep: readonly number[]) => void
}

/** Lets people choose, message by message, what to keep and what to fold. */
export function ChooseMessages({ ui, preview, onChoose }: Props): ReactNode {
  const [kept, setKept] = useState<readonly number[] | null>(null)
  if (kept === null) {
    return (
      <button type="button" className="btn small" onClick={() => setKept([])}>
        Choose messages
      </button>
    )
  }
  const numbers = new Set([...preview.folding, ...kept])
  const messages = ui.screen.entries.filter(
    (entry): entry is DisplayMessage => entry.type === 'message' && numbers.has(entry.number),
  )
  const choose = (number: number, wish: 'keep' | 'fold') => {
    const next = wish === 'keep' ? [...kept, number] : kept.filter(one => one !== number)
    setKept(next)
    onChoose(next)
  }
  return (
    <ul className="choose">
      {messages.map(({ number, message, count }) => (
        <li key={number} className={kept.includes(number) ? 'keep' : 'fold'}>
          <span className="figure dim">{number}</span>
          <span className="choose-text">{textOf(message) || message.role}</span>
          <small className="figure dim">{formatNumber(count)}</small>
          <span className="switch">
            <button type="button" aria-pressed={kept.includes(number)} onClick={() => choose(number, 'keep')}>
              Keep
            </button>
            <button type="button" aria-pressed={!kept.includes(number)} onClick={() => choose(number, 'fold')}>
              Fold
            </button>
          </span>
        </li>
      ))}
    </ul>
  )
}
