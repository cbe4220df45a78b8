import { textOf } from 'longhand'
import { buildRows, statusLines, texts } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { line, span } from '../../../text/line.ts'
import type { Chat } from '../conversation/chat.ts'
import { openedDivider } from '../transcript/divider-lines.ts'
import { prose } from '../transcript/prose.ts'
import { type Page, reading } from './page.ts'
import type { Reading } from './reader-lines.ts'

/** The summary as the model reads it. */
export async function summaryPage(chat: Chat): Promise<Page> {
  const { desk, parts } = chat
  const { messages } = await parts.api.view(parts.id)
  const folds = messages.filter(({ kind }) => kind === 'summary' || kind === 'digest')
  const text = folds.map(({ message }) => textOf(message)).join('\n\n')
  const title = 'The summary the model reads'
  if (text === '') return nothingFolded(title)
  const lines = prose(clean(text), Math.max(10, desk.get().layout.columns - 2)).map(row => line(' ', ...row))
  return withActs(chat, { title, right: '', lines, keys: [] })
}

/** What was kept of what is folded, item by item. */
export function keptPage(chat: Chat): Page {
  const divider = buildRows(chat.desk.screen()).findLast(row => row.type === 'divider' && row.state === 'active')
  const title = 'What was kept'
  if (divider?.type !== 'divider') return nothingFolded(title)
  return withActs(chat, { title, right: '', lines: openedDivider(divider, chat.desk.get().layout), keys: [] })
}

const nothingFolded = (title: string): Page =>
  reading({ title, right: '', lines: [line(' ', span(texts.nothingFolded, 'label'))], keys: [] })

/** `e` puts one's own words in the place of the summary, `u` takes the condensing back. */
function withActs(chat: Chat, page: Reading): Page {
  const { following, parts } = chat
  const undo = () => {
    parts.back()
    void following.run(() => parts.api.undo(parts.id), statusLines.undone)
  }
  const edit = async () => {
    const words = await parts.edit(textInForce(chat))
    parts.back()
    if (words === null) return
    await following.run(
      () => parts.api.editSummary(parts.id, words),
      () => statusLines.info('The model reads your words now.'),
    )
  }
  return reading({ ...page, keys: ['u undo', 'e edit'] }, { u: undo, e: () => void edit() })
}

/** The text of the compaction in force, without the fence that the model sees around it. */
function textInForce({ desk }: Chat): string {
  const { conversation, entries } = desk.screen()
  const entry = entries.find(({ id }) => id === conversation?.compaction)
  if (entry?.type !== 'compaction') return ''
  return entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n')
}
