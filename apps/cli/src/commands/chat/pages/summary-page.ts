import { textOf } from 'longhand'
import { buildRows, statusLines, texts } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { line, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import type { Chat } from '../conversation/chat.ts'
import { openedDivider } from '../transcript/divider-lines.ts'
import { prose } from '../transcript/prose.ts'
import { type Page, readerPage } from './page.ts'
import type { ReaderContent } from './reader-lines.ts'

/** The summary as the model reads it. */
export async function summaryPage(chat: Chat): Promise<Page> {
  const { store, deps } = chat
  const { messages } = await deps.api.view(deps.id)
  const folds = messages.filter(({ kind }) => kind === 'summary' || kind === 'digest')
  const text = folds.map(({ message }) => textOf(message)).join('\n\n')
  const title = wording.summaryTitle
  if (text === '') return nothingFolded(title)
  const lines = prose(clean(text), Math.max(10, store.get().layout.columns - 2)).map(row => line(' ', ...row))
  return withActions(chat, { title, right: '', lines, keys: [] })
}

/** What was kept of the folded messages, item by item. */
export function keptPage(chat: Chat): Page {
  const divider = buildRows(chat.store.screen()).findLast(row => row.type === 'divider' && row.state === 'active')
  const title = wording.whatWasKept
  if (divider?.type !== 'divider') return nothingFolded(title)
  return withActions(chat, { title, right: '', lines: openedDivider(divider, chat.store.get().layout), keys: [] })
}

const nothingFolded = (title: string): Page =>
  readerPage({ title, right: '', lines: [line(' ', span(texts.nothingFolded, 'label'))], keys: [] })

/** `e` edits the summary, `u` undoes the condensing. */
function withActions(chat: Chat, page: ReaderContent): Page {
  const { sync, deps } = chat
  const undo = () => {
    deps.back()
    void sync.run(() => deps.api.undo(deps.id), statusLines.undone)
  }
  const edit = async () => {
    const words = await deps.edit(textInForce(chat))
    deps.back()
    if (words === null) return
    await sync.run(
      () => deps.api.editSummary(deps.id, words),
      () => statusLines.info(wording.yourSummary),
    )
  }
  return readerPage({ ...page, keys: [wording.keys.undo, wording.keys.edit] }, { u: undo, e: () => void edit() })
}

/** The text of the active compaction, without the fence around it. */
function textInForce({ store }: Chat): string {
  const { conversation, entries } = store.screen()
  const entry = entries.find(({ id }) => id === conversation?.compaction)
  if (entry?.type !== 'compaction') return ''
  return entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n')
}
