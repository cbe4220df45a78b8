import type { ReactNode } from 'react'
import type { CheckpointRow } from '../../client/api/contract.ts'
import { formatNumber, formatPercent } from '../../client/text/format.ts'
import { modelName, texts } from '../../client/text/texts.ts'
import { levelOf } from '../../core/window.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import { Meter } from '../controls/Meter.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'

type Props = { readonly ui: ConversationUI; readonly checkpoint: CheckpointRow; readonly onClose: () => void }

/** Asks before a restore, and warns when the current model is not the one of the checkpoint. */
export function RestoreDialog({ ui, checkpoint, onClose }: Props): ReactNode {
  const model = ui.screen.conversation?.model ?? checkpoint.model
  const isOther = model !== checkpoint.model
  const [saved, current] = [windowOf(ui, checkpoint.model), windowOf(ui, model)]
  const smaller = isOther && saved !== null && current !== null && current < saved
  const resume = async (under: string) => {
    onClose()
    if (under !== model) await ui.actions.changeModel(under)
    await ui.actions.restore(checkpoint)
  }
  return (
    <Dialog
      title={
        smaller
          ? 'Resume with a smaller window?'
          : isOther
            ? 'Resume with another model?'
            : `Resume from “${checkpoint.label}”?`
      }
      alert
      onClose={onClose}
    >
      {isOther && (
        <p>
          “{checkpoint.label}” was saved with <b>{modelName(checkpoint.model)}</b>. You are now on{' '}
          <b>{modelName(model)}</b>, which {smaller ? 'holds less' : 'may read it differently'}.
        </p>
      )}
      {smaller ? (
        <>
          <WindowFit name={checkpoint.model} used={checkpoint.used} window={saved} widest={saved} />
          <WindowFit name={model} used={checkpoint.used} window={current} widest={saved} />
          <p>{texts.smallerWindow}</p>
        </>
      ) : (
        <p>
          Back to ¶ {checkpoint.number}, {formatNumber(checkpoint.used)} tokens. What came after stays as a branch.
        </p>
      )}
      <div className="actions">
        <Button className="quiet" label="Cancel" onClick={onClose} />
        {isOther && <Button onClick={() => resume(checkpoint.model)}>Use {modelName(checkpoint.model)}</Button>}
        <Button
          className="primary"
          label={isOther ? 'Resume anyway' : 'Resume from here'}
          onClick={() => resume(model)}
        />
      </div>
    </Dialog>
  )
}

type WindowFitProps = {
  readonly name: string
  readonly used: number
  readonly window: number
  /** The window that takes the full width; a smaller one is proportionally shorter. */
  readonly widest: number
}

function WindowFit({ name, used, window, widest }: WindowFitProps): ReactNode {
  return (
    <div className="fit" data-level={levelOf(used / window)} style={{ '--share': window / widest }}>
      <span>{modelName(name)}</span>
      <span className="figure">
        {formatNumber(used)} / {formatNumber(window)} – {formatPercent(used / window)}
      </span>
      <Meter used={used} window={window} />
    </div>
  )
}

const windowOf = ({ models }: ConversationUI, id: string): number | null =>
  models.find(row => row.id === id)?.window ?? null
