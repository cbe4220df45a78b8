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
import { type SummaryItem, type SummarySection, summarySections } from '../../client/text/summary-items.ts'
import { modelName, notMeasured } from '../../client/text/texts.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import { bareFactsHeading } from '../../facts/bare-fact-lines.ts'
import { sectionTitles } from '../../facts/sections.ts'
import { Button } from '../controls/Button.tsx'
import type { DividerActions } from './use-divider-actions.ts'

type Props = { readonly divider: Divider; readonly actions: DividerActions }

/** What a compaction kept: figures, then items with who said them and a link to where. */
export function CompactionDetails({ divider: { entry, state, key }, actions }: Props): ReactNode {
  const texts = entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text]))
  const text = texts.join('\n\n')
  const sections = useMemo(() => summarySections(text), [text])
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
        {state === 'active' && (
          <>
            <Button className="quiet small" icon="undo" label="Undo" onClick={actions.undo} />
            <Button
              className="quiet small"
              icon="pencil"
              label="Edit summary"
              onClick={() => actions.edit(texts.at(-1) ?? '')}
            />
            <Button className="quiet small" icon="eye" label="Preview view" onClick={actions.showModelView} />
          </>
        )}
        <span className="grow" />
        {first.length > 0 && rest.length > 0 && !all && (
          <Button className="quiet small" onClick={() => setAll(true)}>
            Also: {rest.map(({ name }) => sectionTitles[name].toLowerCase()).join(', ')}
          </Button>
        )}
        <Button className="quiet small" icon="receipt" label="Receipt" onClick={actions.showReceipts} />
      </div>
    </div>
  )
}

/** The sections shown first; the rest is one click away. */
const mainSections: ReadonlySet<string> = new Set(['decisions', 'files', 'code', 'errors', 'record'])

function Figures({ receipt }: { readonly receipt: Receipt }): ReactNode {
  const { before, after, reduction, retention, facts, folded, kept, durationMs, cost, model } = receipt
  return (
    <dl className="fold-figures">
      <Figure figure={formatNumber(before - after)} name={`tokens saved (${formatPercent(reduction)})`} />
      <Figure
        figure={isRetentionMeasured(receipt) ? formatPercent(retention) : '–'}
        name={
          isRetentionMeasured(receipt)
            ? `of ${facts === null ? 'the facts' : pluralize(facts, 'fact')} retained`
            : `retention ${notMeasured}`
        }
      />
      <Figure figure={`${folded} / ${kept}`} name="messages folded / kept" />
      <Figure figure={formatDuration(durationMs)} name="in the background" />
      <Figure figure={formatPrice(cost)} name={model === null ? 'no model needed' : `cost, ${modelName(model)}`} />
    </dl>
  )
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
        {sectionTitles[name]} <span>{items.length}</span>
      </h3>
      <ul>
        {full.slice(0, all ? undefined : previewCount).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished text have no other key.
          <ItemRow key={at} item={item} jump={jump} />
        ))}
      </ul>
      {!all && (
        <Button className="quiet small" icon="down" onClick={() => setAll(true)}>
          {full.length - previewCount} more
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

type ItemProps = { readonly item: SummaryItem; readonly jump: (number: number) => void }

function ItemRow({ item: { text, numbers, speaker }, jump }: ItemProps): ReactNode {
  return (
    <li className={speaker === 'tool' ? 'by-tool' : undefined}>
      <span className="grow">
        {text.split(/(`[^`\n]+`)/).map((part, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          at % 2 === 1 ? <code key={at}>{part.slice(1, -1)}</code> : part,
        )}
      </span>
      <small>{speaker === 'person' ? 'you' : speaker}</small>
      <Numbers numbers={numbers} jump={jump} />
    </li>
  )
}

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
