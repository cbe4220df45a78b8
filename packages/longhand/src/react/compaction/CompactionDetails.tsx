import { type ReactNode, useMemo, useState } from 'react'
import type { Receipt } from '../../client/api/contract.ts'
import type { Divider } from '../../client/screen/rows.ts'
import {
  formatDuration,
  formatMessageNumbers,
  formatNumber,
  formatPercent,
  formatPrice,
  pluralize,
} from '../../client/text/format.ts'
import { withReadRecord } from '../../client/text/read-record.ts'
import {
  type SummaryItem,
  type SummarySection,
  sectionLabels,
  summarySections,
} from '../../client/text/summary-items.ts'
import { modelName, notMeasured } from '../../client/text/texts.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import { bareFactsHeading } from '../../facts/bare-fact-lines.ts'
import { Button } from '../controls/Button.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'
import { UndoButton } from './UndoButton.tsx'
import type { DividerActions } from './use-divider-actions.ts'

type Props = { readonly divider: Divider; readonly actions: DividerActions }

/** What a compaction kept: figures, then items with who said them and a link to where. */
export function CompactionDetails({ divider: { entry, state, key }, actions }: Props): ReactNode {
  const texts = entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text]))
  const text = texts.join('\n\n')
  const sections = useMemo(() => withReadRecord(summarySections(text)), [text])
  const [all, setAll] = useState(false)
  const first = sections.filter(({ name }) => mainSections.has(name))
  const rest = sections.filter(({ name }) => !mainSections.has(name))
  return (
    <div className="fold-body">
      {entry.receipt && <Figures receipt={entry.receipt} />}
      {(all ? sections : first.length > 0 ? first : rest).map(section => (
        <SectionRows key={section.name} section={section} jump={number => actions.jumpTo(number, key)} />
      ))}
      <div className="fold-actions">
        <UndoButton state={state} actions={actions} />
        {state === 'active' && (
          <>
            <Button
              className="quiet small"
              icon="pencil"
              label={words.editSummary}
              onClick={() => actions.edit(texts.at(-1) ?? '')}
            />
            <Button className="quiet small" icon="eye" label={words.previewView} onClick={actions.showModelView} />
          </>
        )}
        <span className="grow" />
        {first.length > 0 && rest.length > 0 && !all && (
          <Button className="quiet small" onClick={() => setAll(true)}>
            {words.also} {rest.map(({ name }) => sectionLabels[name].toLowerCase()).join(', ')}
          </Button>
        )}
        <Button className="quiet small" icon="receipt" label={everywhere.receipt} onClick={actions.showReceipts} />
      </div>
    </div>
  )
}

/** The sections shown first; the rest is one click away. */
const mainSections: ReadonlySet<string> = new Set(['decisions', 'files', 'code', 'errors'])

function Figures({ receipt }: { readonly receipt: Receipt }): ReactNode {
  const { before, after, reduction, retention, facts, folded, kept, durationMs, cost, model } = receipt
  return (
    <dl className="fold-figures">
      <Figure figure={formatNumber(before - after)} name={words.tokensSaved(formatPercent(reduction))} />
      <Figure
        figure={isRetentionMeasured(receipt) ? formatPercent(retention) : '–'}
        name={
          isRetentionMeasured(receipt)
            ? words.ofRetained(facts === null ? words.theFacts : pluralize(facts, 'fact'))
            : words.retention(notMeasured)
        }
      />
      <Figure figure={`${folded} / ${kept}`} name={words.messagesFoldedKept} />
      <Figure figure={formatDuration(durationMs)} name={words.inTheBackground} />
      <Figure figure={formatPrice(cost)} name={costName(model)} />
    </dl>
  )
}

const costName = (model: string | null): string => {
  if (model === null) return words.noModelNeeded
  return model.startsWith('offline/') ? words.writtenOffline : `cost, ${modelName(model)}`
}

function Figure({ figure, name }: { readonly figure: string; readonly name: string }): ReactNode {
  return (
    <div>
      <dd>{figure}</dd>
      <dt>{name}</dt>
    </div>
  )
}

type RowsProps = { readonly section: SummarySection; readonly jump: (number: number) => void }

function SectionRows({ section: { name, items }, jump }: RowsProps): ReactNode {
  const [full, named] = splitNamed(name === 'files' ? items.map(pathsInCode) : items)
  const [all, setAll] = useState(full.length <= previewCount + 2)
  return (
    <div className={`fold-section of-${name}`}>
      <h3>
        {sectionLabels[name]} <span>{items.length}</span>
      </h3>
      <ul>
        {full.slice(0, all ? undefined : previewCount).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished text have no other key.
          <ItemRow key={at} item={item} folded={name === 'code'} jump={jump} />
        ))}
      </ul>
      {!all && (
        <Button className="quiet small" icon="down" onClick={() => setAll(true)}>
          {full.length - previewCount} {words.more}
        </Button>
      )}
      {all && named.length > 0 && (
        <p>
          {bareFactsHeading}{' '}
          {named.map(({ text, numbers }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <span key={at}>
              {text} <Numbers numbers={numbers} jump={jump} />{' '}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

/** Splits the items from those that are only named for lack of space. */
function splitNamed(items: readonly SummaryItem[]): readonly [readonly SummaryItem[], readonly SummaryItem[]] {
  const at = items.findIndex(({ text }) => text === bareFactsHeading)
  return at === -1 ? [items, []] : [items.slice(0, at), items.slice(at + 1)]
}

/** How many items of a section are shown at first. */
const previewCount = 8

/** Marks the paths in a list of files as code. */
const pathsInCode = (item: SummaryItem): SummaryItem =>
  item.text.includes('`') ? item : { ...item, text: item.text.replace(/(?<!\S)\S*[/.]\w\S*/g, '`$&`') }

type ItemProps = {
  readonly item: SummaryItem
  /** Whether it is one line that opens into the others. */
  readonly folded: boolean
  readonly jump: (number: number) => void
}

function ItemRow({ item: { text, numbers, speaker }, folded, jump }: ItemProps): ReactNode {
  const [head = '', ...rest] = folded ? text.split('\n') : [text]
  return (
    <li className={speaker === 'tool' ? 'by-tool' : undefined}>
      {rest.length === 0 ? (
        <span className="grow">
          <ItemText text={head} />
        </span>
      ) : (
        <details className="grow">
          <summary>
            <ItemText text={head} />, {pluralize(rest.length, 'line')}
            {words.keptAsWritten}
          </summary>
          <pre>{rest.join('\n')}</pre>
        </details>
      )}
      <small>{speaker === 'person' ? 'you' : speaker}</small>
      <Numbers numbers={numbers} jump={jump} />
    </li>
  )
}

/** Words, with what stands between back quotes as code. */
const ItemText = ({ text }: { readonly text: string }): ReactNode =>
  text.split(/(`[^`\n]+`)/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    at % 2 === 1 ? <code key={at}>{part.slice(1, -1)}</code> : part,
  )

type NumbersProps = { readonly numbers: readonly number[]; readonly jump: (number: number) => void }

/** Where it was said, as a link. */
function Numbers({ numbers, jump }: NumbersProps): ReactNode {
  const [first] = numbers
  if (first === undefined) return <span className="ref" />
  return (
    <a
      className="ref"
      href={`#m${first}`}
      onClick={event => {
        event.preventDefault()
        jump(first)
      }}
    >
      {formatMessageNumbers(numbers)}
    </a>
  )
}
