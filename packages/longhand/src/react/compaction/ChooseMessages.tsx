import { type ReactNode, useState } from 'react'
import type { DisplayMessage } from '../../client/screen/rows.ts'
import { formatNumber } from '../../client/text/format.ts'
import { textOf } from '../../core/message.ts'
import { Button } from '../controls/Button.tsx'
import { Switch } from '../controls/Switch.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import * as words from '../words/compaction.ts'

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
    return <Button className="small" label={words.chooseMessages} onClick={() => setKept([])} />
  }
  const numbers = new Set([...preview.folding, ...kept])
  const messages = ui.screen.entries.filter(
    (entry): entry is DisplayMessage => entry.type === 'message' && numbers.has(entry.number),
  )
  const choose = (number: number, choice: 'keep' | 'fold') => {
    const next = choice === 'keep' ? [...kept, number] : kept.filter(one => one !== number)
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
          <Switch
            options={choices}
            value={kept.includes(number) ? 'keep' : 'fold'}
            onChange={choice => choose(number, choice)}
          />
        </li>
      ))}
    </ul>
  )
}

const choices = [
  ['keep', words.keep],
  ['fold', words.fold],
] as const
