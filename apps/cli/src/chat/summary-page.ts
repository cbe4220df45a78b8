import { strips, texts } from 'longhand/client'
import { prose } from '../paper/prose.ts'
import { clean } from '../text/clean.ts'
import { line, span } from '../text/line.ts'
import type { Chat } from './chat.ts'
import { type Page, reading } from './pages.ts'

/** The summary that the model reads; `e` puts one's own words in its place, `u` takes the condensing back. */
export async function summaryPage(chat: Chat): Promise<Page> {
  const { following, desk, parts } = chat
  const { messages } = await parts.api.view(parts.id)
  const folds = messages.filter(({ kind }) => kind === 'summary' || kind === 'digest')
  const text = folds
    .flatMap(({ message }) => message.parts.flatMap(part => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n')
  const title = 'The summary the model reads'
  if (text === '')
    return reading({ title, right: '', lines: [line(' ', span(texts.nothingFolded, 'label'))], keys: [] })
  const columns = Math.max(10, desk.get().layout.columns - 2)
  const undo = () => {
    parts.back()
    void following.act(() => parts.api.undo(parts.id), strips.undone)
  }
  const edit = async () => {
    const words = await parts.edit(inForce(chat))
    parts.back()
    if (words !== null)
      await following.act(
        () => parts.api.edit(parts.id, words),
        () => strips.told('The model reads your words now.'),
      )
  }
  const lines = prose(clean(text), columns).map(row => line(' ', ...row))
  return reading({ title, right: '', lines, keys: ['e edit', 'u undo'] }, { e: () => void edit(), u: undo })
}

/** The text of the compaction in force, without the fence that the model sees around it. */
function inForce({ desk }: Chat): string {
  const { conversation, entries } = desk.screen()
  const entry = entries.find(({ id }) => id === conversation?.compaction)
  return entry?.type === 'compaction'
    ? entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n')
    : ''
}
