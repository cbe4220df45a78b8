import {
  acceptPreview,
  type CompactRequest,
  type CompactResponse,
  formatMessageNumbers,
  formatMoney,
  formatNumber,
  formatRetention,
  pluralize,
  type StatusLine,
  statusLines,
} from 'longhand/internal/client'
import type { Command } from 'longhand/internal/core'
import { clean } from '../../../text/clean.ts'
import { type Line, line, span } from '../../../text/line.ts'
import { wrap } from '../../../text/wrap.ts'
import * as wording from '../../../words/screens.ts'
import { restLine } from '../compact-text.ts'
import { showPage } from '../pages/open-page.ts'
import { readerPage } from '../pages/page.ts'
import type { ReaderContent } from '../pages/reader-lines.ts'
import { prose } from '../transcript/prose.ts'
import type { Chat } from './chat.ts'

type CompactCommand = Command & { readonly type: 'compact' }

/** `/compact`: condenses now, or shows what that would do. */
export async function runCompact({ flags, instructions }: CompactCommand, chat: Chat): Promise<unknown> {
  const request: CompactRequest = {
    ...(flags.includes('force') ? { force: true } : {}),
    ...(flags.includes('fast') ? { fast: true } : {}),
    ...(instructions === null ? {} : { instructions }),
  }
  const { sync, deps } = chat
  if (!flags.includes('preview')) return sync.run(() => deps.api.compact(deps.id, request), resultStatus)
  return showPage(chat, async () => {
    const answer = await deps.api.compact(deps.id, { ...request, preview: true })
    const page = previewPage(answer, chat.store.get().layout.columns)
    if (answer.type !== 'preview') return readerPage(page, {})
    const now = () => {
      deps.back()
      void sync.run(() => deps.api.compact(deps.id, acceptPreview(request, answer)), resultStatus)
    }
    return readerPage(page, { c: now })
  })
}

/** The result as a status line; a compaction that still runs reports its own progress. */
function resultStatus(answer: CompactResponse): StatusLine | null {
  switch (answer.type) {
    case 'started':
    case 'preview':
      return null
    case 'completed':
      return statusLines.compacted(answer.receipt)
    case 'rested':
      return { tone: 'plain', icon: 'fold', title: restLine(answer), detail: '', actions: [] }
  }
}

function previewPage(answer: CompactResponse, columns: number): ReaderContent {
  const page = (lines: readonly Line[], keys: readonly string[]): ReaderContent => ({
    title: wording.preview,
    right: wording.nothingChanged,
    lines,
    keys,
  })
  if (answer.type !== 'preview') {
    return page([line(' ', answer.type === 'rested' ? restLine(answer) : wording.condensing)], [])
  }
  const { folding, keeping, before, after, cost, text, tokens, budget } = answer
  const rows: readonly (readonly [string, string])[] = [
    [wording.folds, `${pluralize(folding.length, 'message')}  ${formatMessageNumbers(folding)}`],
    [wording.keeps, `${pluralize(keeping.length, 'message')}  ${formatMessageNumbers(keeping)}`],
    [wording.tokens, wording.atMost(formatNumber(before), formatNumber(after))],
    [wording.retains, formatRetention(answer)],
    [wording.summary, wording.summaryOf(formatNumber(tokens), pluralize(budget, 'token'))],
    [wording.cost, cost === null ? wording.notKnown : formatMoney(cost)],
  ]
  const figures = rows.flatMap(([name, words]) =>
    wrap(line(words), columns - 11).map((row, at) =>
      line(' ', span((at === 0 ? name : '').padEnd(9), 'label'), ...row),
    ),
  )
  const summary = text === null ? [] : [line(), ...prose(clean(text), columns - 2).map(row => line(' ', ...row))]
  return page([...figures, ...summary], [wording.keys.condenseNow])
}
