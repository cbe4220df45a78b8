import type { ReactNode } from 'react'
import { commands } from '../core/command.ts'
import { Dialog } from './Dialog.tsx'

/** The commands and the keys. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Commands and keys" wide onClose={onClose}>
      {/* What scrolls must be reachable without a mouse. */}
      <dl className="help" tabIndex={0}>
        {commands.map(({ usage, does }) => (
          <div key={usage}>
            <dt>
              <code>{usage}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="acts">
        <button type="button" className="btn primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

const keys = [
  ['⌘K', 'Search every word'],
  ['⌘⇧V', 'What you see / what the model sees'],
  ['⌘⇧C', 'Checkpoints'],
  ['Esc', 'Close, cancel or stop'],
  ['↑ ↓', 'From message to message; p protects, c copies, f forks'],
] as const
