import { LonghandError } from 'longhand'
import { statusLines } from 'longhand/internal/client'
import type { Chat } from '../conversation/chat.ts'
import type { PageName } from '../conversation/key-action.ts'
import { pageLines } from '../transcript/page-lines.ts'
import { type Page, reading } from './page.ts'
import type { Reading } from './reader-lines.ts'
import { keptPage } from './summary-page.ts'
import { viewReading } from './view-page.ts'

/** Loads a page and shows it; when it cannot be loaded, the chat says why. */
export async function showPage({ parts, following }: Chat, load: () => Promise<Page>): Promise<void> {
  try {
    parts.show(await load())
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error
    following.showStatus(statusLines.failed(error.message))
  }
}

/** The pages that a key opens. */
export const openNamedPage = (chat: Chat, name: PageName): Promise<void> => showPage(chat, () => pages[name](chat))

const pages: Readonly<Record<PageName, (chat: Chat) => Promise<Page>>> = {
  checkpoints: async ({ parts: { api, id }, desk }) => {
    const { conversation, entries } = desk.screen()
    return {
      type: 'timeline',
      state: {
        title: conversation?.title ?? '',
        checkpoints: await api.checkpoints(id),
        number: entries.findLast(entry => entry.type === 'message')?.number ?? 0,
        used: conversation?.status.used ?? 0,
        filter: 'all',
        search: '',
        chosen: 0,
        asking: { type: 'nothing' },
        now: Date.now(),
      },
    }
  },
  view: async ({ parts: { api, id }, desk }) => reading(viewReading(await api.view(id), desk.get().layout)),
  branches: async ({ parts: { api, id } }) => ({
    type: 'branches',
    state: { branches: await api.branches(id), chosen: 0, now: Date.now() },
  }),
  history: async chat => history(chat),
  kept: async chat => {
    // What was folded just now may have been told before it was read.
    await chat.following.refresh()
    return keptPage(chat)
  },
}

/** Earlier messages, as far as they were read; `m` reads more. */
function history(chat: Chat): Page {
  const { screen, layout } = { screen: chat.desk.screen(), layout: chat.desk.get().layout }
  const more = async () => {
    await chat.following.readOlder()
    return history(chat)
  }
  const page: Reading = {
    title: screen.conversation?.title ?? '',
    right: screen.more ? 'more above' : 'from the beginning',
    lines: pageLines(screen, layout).lines,
    keys: screen.more ? ['m read earlier ones'] : [],
  }
  return {
    type: 'reading',
    reading: page,
    from: 'end',
    acts: screen.more ? { m: () => void showPage(chat, more) } : {},
  }
}
