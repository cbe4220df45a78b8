import { type ReactNode, useEffect, useRef } from 'react'
import { commands } from '../../core/command.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import { modKey } from '../hooks/mod-key.ts'
import * as words from '../words/conversation.ts'
import * as everywhere from '../words/everywhere.ts'

/** The commands and the keys. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const close = useRef<HTMLButtonElement>(null)
  // Otherwise the whole list would get the focus ring.
  useEffect(() => close.current?.focus(), [])
  return (
    <Dialog title={words.commandsAndKeys} wide onClose={onClose}>
      {/* What scrolls must be reachable without a mouse. */}
      <dl className="help" tabIndex={0}>
        {commands.map(({ usage, description }) => (
          <div key={usage}>
            <dt>
              <code>{usage}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <Button ref={close} className="primary" label={everywhere.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}

const keys = [
  [[modKey, 'K'], words.searchKey],
  [[modKey, '.'], words.switchView],
  [[modKey, '⇧', 'C'], everywhere.checkpoints],
  [[words.esc], words.escapeKey],
  [['↑', '↓'], words.messageKeys],
] as const
