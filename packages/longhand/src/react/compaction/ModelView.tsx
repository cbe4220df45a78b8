import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { DisplayMessage, Divider } from '../../client/screen/rows.ts'
import { formatMessageNumbers, formatNumber, pluralize } from '../../client/text/format.ts'
import { dividerTitle, modelName, toSingleLine, unfoldedLabel } from '../../client/text/texts.ts'
import { textOf } from '../../core/message.ts'
import { contains } from '../../core/span.ts'
import type { View, ViewMessage } from '../../core/view.ts'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../controls/CopyButton.tsx'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'
import { SentBefore } from './SentBefore.tsx'
import { type Band, buildColumns, lineHeight, type TranscriptLine, type ViewItem } from './view-columns.ts'
import { type WholeMessages, WholeMessagesDialog } from './WholeMessagesDialog.tsx'
import './ModelView.css'

/** What you see beside what the model sees, and which part went where. */
export function ModelView({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { api } = useLonghand()
  const { screen, rows, actions, setView, setDialog } = ui
  const [answer, reload] = useLoaded(useCallback(() => api.view(ui.id), [api, ui.id]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: new entries change the view.
  useEffect(reload, [screen.entries, reload])
  const read = answer.state === 'ready' ? answer.value.messages : null
  const { left, right, bands } = useMemo(() => buildColumns(rows, read ?? []), [rows, read])
  const summary = read?.find(({ kind }) => kind === 'summary' || kind === 'digest')
  const height = Math.max(bottomOf(left), bottomOf(right))
  const { system = 0, tools = 0 } = screen.conversation?.status.breakdown ?? {}
  const unchanged = system + tools
  const seen = left.flatMap(line => line.messages)
  const [whole, setWhole] = useState<WholeMessages | null>(null)
  const openYours = ({ messages }: TranscriptLine) => setWhole({ side: 'you', messages })
  // What the model is sent of them: outputs may be cut.
  const openModels = ({ messages }: TranscriptLine) => {
    const sent = new Map(read?.map(({ span, message }) => [span.from, message] as const))
    const asSent = messages.map(({ number, depth, message }) => ({ number, message: sent.get(depth) ?? message }))
    setWhole({ side: 'model', messages: asSent })
  }
  // Both columns are about the whole conversation, so all of it is loaded.
  const { sync } = ui
  useEffect(() => void sync.readOlder(1).catch(() => {}), [sync])
  return (
    <div className="model-view">
      {answer.state === 'ready' && screen.conversation?.client == null && (
        <SentBefore {...answer.value} tokens={{ system, tools }} />
      )}
      <div className="view-columns">
        <section className="view-yours" aria-label={everywhere.whatYouSee}>
          <h2>
            {everywhere.whatYouSee}{' '}
            <span className="figure">
              {pluralize(seen.at(-1)?.number ?? 0, 'message')}
              {!screen.more && words.andTokens(formatNumber(seen.reduce((sum, { count }) => sum + count, 0)))}
            </span>
          </h2>
          <ol style={{ height }}>
            {left.map(line => (
              <Fragment key={line.messages[0]!.id}>
                <LineRow line={line} top={line.top} hiddenLabel={kindLabels[line.kind]} onOpen={openYours} />
                {line.divider && <Caption divider={line.divider} top={line.top + lineHeight} />}
              </Fragment>
            ))}
          </ol>
        </section>
        <Bands bands={bands} height={height} />
        <section className="view-models" aria-label={everywhere.whatTheModelSees}>
          <h2>
            {everywhere.whatTheModelSees}{' '}
            <span className="figure">
              {read && `${pluralize(read.length, 'message')} · `}
              {screen.conversation && words.usedTokens(formatNumber(screen.conversation.status.used))}
            </span>
          </h2>
          <ol style={{ height }}>
            {right.map(side => (
              <ViewItemRow key={side.top} side={side} version={versionOf(ui)} seen={seen} onOpen={openModels} />
            ))}
          </ol>
        </section>
      </div>
      {whole && <WholeMessagesDialog whole={whole} onClose={() => setWhole(null)} />}
      {answer.state === 'failed' && <p className="empty">{answer.sentence}</p>}
      {read && summary === undefined && <p className="empty">{unfoldedLabel(read)}</p>}
      <ul className="view-legend">
        <li className="protected">{words.protectedWordForWord}</li>
        <li className="folded">{words.foldedIntoTheSummary}</li>
        <li className="recent">{words.recentWordForWord}</li>
        {unchanged > 0 && <li>{words.sentUnchanged(formatNumber(unchanged))}</li>}
      </ul>
      <div className="view-actions">
        {summary && (
          <>
            <Button
              icon="pencil"
              label={words.editSummary}
              onClick={() => setDialog({ type: 'edit', text: currentText(ui) })}
            />
            <Button icon="undo" label={words.undoCondensing} onClick={() => void actions.undo()} />
          </>
        )}
        {read && <CopyButton text={asJson(read)} label={words.copyAsJson} caption={words.copyAsJson} />}
        <Button className="quiet" label={words.backToWhatYouSee} onClick={() => setView('you')} />
      </div>
    </div>
  )
}

const kindLabels = { protected: words.isProtected, folded: words.inSummary, recent: words.kept } as const

type OpenLine = (line: TranscriptLine) => void

type LineProps = {
  readonly line: TranscriptLine
  readonly top: number
  readonly hiddenLabel: string
  readonly onOpen: OpenLine
  /** What the model reads of it; nothing on your side. */
  readonly read?: readonly ViewMessage[]
}

function LineRow({ line, top, hiddenLabel, onOpen, read }: LineProps): ReactNode {
  const { kind, messages } = line
  const [first] = messages
  const tokens = (read ?? messages).reduce((sum, { count }) => sum + count, 0)
  const isTrimmed = read?.some(({ kind }) => kind === 'trimmed')
  const alone = messages.length === 1
  return (
    <li className={`view-line ${kind} ${first!.message.role} ${alone ? '' : 'many'}`} style={{ top }}>
      <span className="view-number">{alone && first!.number}</span>
      <span className="view-who">
        {kind === 'protected' && <Icon name="lock" small />}
        {alone && (roles[first!.message.role] ?? modelName(first!.model ?? 'model'))}
      </span>
      <button type="button" className="view-text" onClick={() => onOpen(line)}>
        {isTrimmed && <em>{words.trimmedMark}</em>}
        {alone
          ? toSingleLine(textOf(first!.message).slice(0, 300)) || partNames(first!.message)
          : `… ${pluralize(messages.length, 'message')}`}
      </button>
      <span className="view-tokens">{formatNumber(tokens)}</span>
      {!isTrimmed && <span className="visually-hidden">{hiddenLabel}</span>}
    </li>
  )
}

function Caption({ divider, top }: { readonly divider: Divider; readonly top: number }): ReactNode {
  const { receipt } = divider.entry
  return (
    <li className="view-caption" style={{ top }}>
      {receipt ? dividerTitle(receipt) : words.contextCondensed}
    </li>
  )
}

type SideProps = {
  readonly side: ViewItem
  readonly version: number
  readonly seen: readonly DisplayMessage[]
  readonly onOpen: OpenLine
}

function ViewItemRow({ side, version, seen, onOpen }: SideProps): ReactNode {
  if (side.type === 'line') return <LineRow {...side} hiddenLabel={everywhere.wordForWord} onOpen={onOpen} />
  const { message, kind, count, span } = side.text
  return (
    <li className="view-summary" style={{ top: side.top, height: side.height }}>
      <div className="view-summary-head">
        <b>{kind === 'summary' ? everywhere.summary : everywhere.digest}</b>
        <span>
          {words.versionOf(
            version,
            formatMessageNumbers(seen.flatMap(it => (contains(span, it.depth) ? [it.number] : []))),
          )}
        </span>
        <span className="view-tokens">{formatNumber(count)}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <pre tabIndex={0}>{highlightHeadings(textOf(message))}</pre>
    </li>
  )
}

/** The text of a summary with its headings in bold. */
const highlightHeadings = (text: string): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
  text.split(/^(## .*)$/m).map((part, at) => (at % 2 === 1 ? <strong key={at}>{part}</strong> : part))

/** Bands from left to right. The text beside them says the same, so they are hidden from screen readers. */
function Bands({ bands, height }: { readonly bands: readonly Band[]; readonly height: number }): ReactNode {
  return (
    <svg className="view-bands" width="88" height={height} viewBox={`0 0 88 ${height}`} aria-hidden="true">
      {bands.map(({ kind, from: [a, b], to: [c, d] }) => (
        <path key={`${a} ${c}`} className={kind} d={`M0 ${a}C44 ${a} 44 ${c} 88 ${c}V${d}C44 ${d} 44 ${b} 0 ${b}Z`} />
      ))}
    </svg>
  )
}

function asJson(view: View): string {
  const messages = view.map(({ message }) => message)
  return JSON.stringify(messages, null, 2)
}

const roles: Readonly<Record<string, string | undefined>> = {
  user: everywhere.you,
  tool: words.tool,
  system: everywhere.system,
}

const partNames = (message: ViewMessage['message']): string =>
  message.parts.flatMap(part => ('name' in part && part.name ? [part.name] : [part.type])).join(', ')

const bottomOf = (lines: readonly { readonly top: number; readonly height?: number }[]): number =>
  lines.reduce((bottom, { top, height = lineHeight }) => Math.max(bottom, top + height), 0)

const currentDivider = ({ rows }: ConversationUI) => rows.find(row => row.type === 'divider' && row.state === 'active')

function currentText(ui: ConversationUI): string {
  const row = currentDivider(ui)
  if (row?.type !== 'divider') return ''
  return row.entry.folds.findLast(fold => fold.type !== 'trim')?.text ?? ''
}

function versionOf(ui: ConversationUI): number {
  const row = currentDivider(ui)
  return row?.type === 'divider' ? row.entry.version : 1
}
