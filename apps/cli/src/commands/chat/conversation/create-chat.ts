import { subscribeToLiveFeed } from 'longhand/client'
import { ConversationSync, texts } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { wordsToSend } from '../composer/composer.ts'
import type { Chat, ChatDeps } from './chat.ts'
import { type ChatStore, createChatStore } from './chat-store.ts'
import { filled } from './composer-edits.ts'
import { keyAction } from './key-action.ts'
import { performAction } from './perform-action.ts'
import { startRun } from './start-run.ts'

/** Opens nothing yet: `open` connects it to the server. */
export function createChat(deps: ChatDeps): Chat {
  const { api, id, preloaded, terminal, drafts, run } = deps
  const store = createChatStore(terminal, Date.now)
  const { screen, dispatch } = store
  const newId = () => crypto.randomUUID()
  const sync = new ConversationSync(id, { api, drafts, screen, dispatch, now: Date.now, newId })
  let end = async () => {}
  const chat: Chat = {
    deps,
    store,
    sync,
    write: change => {
      store.change(change)
      drafts.saveText(wordsToSend(store.get().composer))
    },
    press: (input, key) => performAction(keyAction(store.get(), input, key), chat),
    open: async () => {
      const attached = startRun(api, id)
      run.current = attached.id
      const unsubscribe = subscribeToLiveFeed(api, {
        onNotice: notice => sync.handleNotice(notice, run.current()),
        onConnection: link => void sync.setConnection(link),
      })
      const stopTicking = tick(store)
      end = async () => {
        stopTicking()
        unsubscribe()
        sync.close()
        store.close()
        await attached.leave()
      }
      store.change(state => filled(state, drafts.text()))
      await sync.open(preloaded)
      terminal.setTitle(clean(screen().conversation?.title ?? texts.longhand))
    },
    close: () => end(),
  }
  return chat
}

/** Redraws every second while something runs, so that elapsed times advance. */
function tick({ screen, change }: ChatStore): () => void {
  const ticks = setInterval(() => {
    const { conversation, answer } = screen()
    if (conversation?.compacting || answer !== null) change(state => state)
  }, 1_000)
  return () => clearInterval(ticks)
}
