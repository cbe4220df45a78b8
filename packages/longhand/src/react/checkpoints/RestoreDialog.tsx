import type { ReactNode } from 'react'
import type { CheckpointRow } from '../../client/api/contract.ts'
import { formatNumber, formatPercent } from '../../client/text/format.ts'
import { modelName, texts } from '../../client/text/texts.ts'
import { levelOf } from '../../core/window.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import { Meter } from '../controls/Meter.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { Unbroken } from '../text/Unbroken.tsx'
import * as words from '../words/checkpoints.ts'
import * as everywhere from '../words/everywhere.ts'

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
      title={smaller ? words.resumeSmaller : isOther ? words.resumeElsewhere : words.resumeFrom(checkpoint.label)}
      alert
      onClose={onClose}
    >
      {isOther && (
        <p>
          “{checkpoint.label}
          {words.wasSaved} <b>{modelName(checkpoint.model)}</b>
          {words.youAreNow} <b>{modelName(model)}</b>
          {words.which} {smaller ? words.holdsLess : words.mayReadItDifferently}.
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
          <Unbroken text={words.backTo(checkpoint.number, formatNumber(checkpoint.used))} />
        </p>
      )}
      <div className="actions">
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
        {isOther && (
          <Button onClick={() => resume(checkpoint.model)}>
            {everywhere.useLabel} {modelName(checkpoint.model)}
          </Button>
        )}
        <Button
          className="primary"
          label={isOther ? words.resumeAnyway : words.resumeFromHere}
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
