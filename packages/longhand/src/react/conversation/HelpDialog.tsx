import { type ReactNode, useEffect, useRef } from 'react'
import { commands } from '../../core/command.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import { modKey } from '../hooks/mod-key.ts'

/** The commands and the keys. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const close = useRef<HTMLButtonElement>(null)
  // Otherwise the whole list would get the focus ring.
  useEffect(() => close.current?.focus(), [])
  return (
    <Dialog title="Commands and keys" wide onClose={onClose}>
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
        <Button ref={close} className="primary" label="Close" onClick={onClose} />
      </div>
    </Dialog>
  )
}

const keys = [
  [[modKey, 'K'], 'Search every word, or go to ¶ 24'],
  [[modKey, '.'], 'What you see / what the model sees'],
  [[modKey, '⇧', 'C'], 'Checkpoints'],
  [['Esc'], 'Close, cancel or stop'],
  [['↑', '↓'], 'From message to message; p protects, c copies, f forks, e edits, r regenerates'],
] as const
