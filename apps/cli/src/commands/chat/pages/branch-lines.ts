import { type BranchRow, formatWhen, texts } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { type Line, line, padTo, restyle, span } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import * as wording from '../../../words/screens.ts'
import { titleLine } from '../transcript/head-lines.ts'
import { fullPage, type ItemOptions, visibleLines } from './full-page.ts'

export type BranchState = { readonly branches: readonly BranchRow[]; readonly chosen: number; readonly now: number }

/** The branches of a conversation, newest first. */
export function branchLines({ branches, chosen, now }: BranchState, size: Size): readonly Line[] {
  const items = branches.map((row, at) => [
    branchLine(row, { choice: at === chosen ? 'chosen' : 'other', now, columns: size.columns }),
  ])
  const body =
    items.length === 0 ? [line(' ', span(wording.onlyBranch, 'label'))] : visibleLines(items, chosen, size.rows - 5)
  const foot = [line(span(wording.branchesHint, 'label'))]
  return fullPage(
    {
      title: titleLine(texts.branches, line(), size.columns),
      body,
      foot,
      keys: [wording.keys.choose, wording.keys.switchBranch, wording.keys.back],
    },
    size,
  )
}

function branchLine({ preview, at, current }: BranchRow, { choice, now, columns }: ItemOptions): Line {
  const row = line(
    choice === 'chosen' ? '›' : ' ',
    span(current ? '●' : '○', current ? 'you' : 'label'),
    ' ',
    span(formatWhen(at, now).padEnd(11), 'label'),
    preview === '' ? span(wording.noMessages, 'label') : clean(preview).replace(/\s+/g, ' '),
  )
  return choice === 'chosen' ? restyle(padTo(row, columns), 'chosen') : row
}
