import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { CompactRequest, CompactResponse } from '../../client/api/compaction-contract.ts'
import { acceptPreview } from '../../client/screen/accept-preview.ts'
import { estimateTokens } from '../../client/text/estimate-tokens.ts'
import { formatNumber } from '../../client/text/format.ts'
import { warningSentence } from '../../core/compaction-warning.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'
import { Checks } from './Checks.tsx'
import { ChooseMessages } from './ChooseMessages.tsx'
import { PreviewFigures } from './PreviewFigures.tsx'
import './PreviewDialog.css'

type Props = { readonly ui: ConversationUI; readonly request: CompactRequest; readonly onClose: () => void }

/** A dry run: what would fold, what stays, and the summary to read and edit before it counts. */
export function PreviewDialog({ ui, request, onClose }: Props): ReactNode {
  const { api } = useLonghand()
  const [choice, setChoice] = useState<CompactRequest>(request)
  const load = useCallback(() => api.compact(ui.id, { ...choice, preview: true }), [api, ui.id, choice])
  const [answer, reload] = useLoaded(load)
  const [text, setText] = useState<string | null>(null)
  const preview = answer.state === 'ready' && answer.value.type === 'preview' ? answer.value : null
  useEffect(() => setText(preview?.text ?? null), [preview])
  const edited = text !== null && preview !== null && text !== preview.text
  const condense = () => {
    onClose()
    if (preview !== null) void ui.actions.compact(acceptPreview(choice, { ...preview, text }))
  }
  const writeAgain = () => (choice.rewrite ? reload() : setChoice({ ...choice, rewrite: true }))
  return (
    <Dialog title={words.previewTitle} wide onClose={onClose} aside={<span className="tag">{words.dryRun}</span>}>
      {preview === null ? (
        <p aria-live="polite">
          {answer.state === 'failed'
            ? answer.sentence
            : answer.state === 'ready'
              ? sentenceOf(answer.value)
              : words.checkingPreview}
        </p>
      ) : (
        <div className="preview">
          <div>
            <PreviewFigures preview={preview} />
            <ChooseMessages ui={ui} preview={preview} onChoose={keep => setChoice({ ...request, keep })} />
          </div>
          <div>
            <h3 className="preview-summary">
              <label htmlFor="summary-text">{words.summaryToEdit}</label>
              <span className="figure">
                {edited ? words.about(formatNumber(estimateTokens(text))) : formatNumber(preview.tokens)} /{' '}
                {formatNumber(preview.budget)} {everywhere.tokensUnit}
              </span>
            </h3>
            <textarea
              id="summary-text"
              value={text ?? ''}
              placeholder={words.summaryWrittenLater}
              onChange={event => setText(event.target.value)}
            />
          </div>
        </div>
      )}
      {preview !== null && preview.warnings.length > 0 && !edited && (
        <p className="preview-warning" role="status">
          {warningSentence(preview)}
        </p>
      )}
      <div className="actions">
        {preview !== null && <Checks gates={preview.gates} by={edited ? 'person' : 'summariser'} />}
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
        <Button label={words.rewrite} onClick={writeAgain} disabled={preview === null} />
        <Button
          className="primary"
          icon="fold"
          label={words.condenseWithThisSummary}
          onClick={condense}
          disabled={preview === null}
        />
      </div>
    </Dialog>
  )
}

const sentenceOf = (answer: CompactResponse): string =>
  'sentence' in answer ? answer.sentence : words.alreadyCondensing
