import { LonghandError } from 'longhand'
import { statusLines } from 'longhand/internal/client'
import * as wording from '../../../words/screens.ts'
import type { Chat } from '../conversation/chat.ts'
import type { PageName } from '../conversation/key-action.ts'
import { pageLines } from '../transcript/page-lines.ts'
import { type Page, readerPage } from './page.ts'
import type { ReaderContent } from './reader-lines.ts'
import { keptPage } from './summary-page.ts'
import { viewPage } from './view-page.ts'

/** Loads a page and shows it; when it cannot be loaded, the chat says why. */
export async function showPage({ deps, sync }: Chat, load: () => Promise<Page>): Promise<void> {
  try {
    deps.show(await load())
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error
    sync.showStatus(statusLines.failed(error.message))
  }
}

/** The pages that a key opens. */
export const openNamedPage = (chat: Chat, name: PageName): Promise<void> => showPage(chat, () => pages[name](chat))

const pages: Readonly<Record<PageName, (chat: Chat) => Promise<Page>>> = {
  checkpoints: async ({ deps: { api, id }, store }) => {
    const { conversation, entries } = store.screen()
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
        prompt: { type: 'nothing' },
        now: Date.now(),
      },
    }
  },
  view: async ({ deps: { api, id }, store }) => readerPage(viewPage(await api.view(id), store.get().layout)),
  branches: async ({ deps: { api, id } }) => ({
    type: 'branches',
    state: { branches: await api.branches(id), chosen: 0, now: Date.now() },
  }),
  history: async chat => history(chat),
  kept: async chat => {
    // The compaction may have been announced before it was loaded.
    await chat.sync.refresh()
    return keptPage(chat)
  },
}

/** Earlier messages, as far as they were loaded; `m` loads more. */
function history(chat: Chat): Page {
  const { screen, layout } = { screen: chat.store.screen(), layout: chat.store.get().layout }
  const more = async () => {
    await chat.sync.readOlder()
    return history(chat)
  }
  const page: ReaderContent = {
    title: screen.conversation?.title ?? '',
    right: screen.more ? wording.moreAbove : wording.fromTheBeginning,
    lines: pageLines(screen, layout).lines,
    keys: screen.more ? [wording.keys.earlier] : [],
  }
  return {
    type: 'reading',
    reading: page,
    from: 'end',
    actions: screen.more ? { m: () => void showPage(chat, more) } : {},
  }
}
