import { subscribeToLiveFeed } from 'longhand/client'
import { ConversationSync } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { wordsToSend } from '../composer/composer.ts'
import type { Chat, ChatParts } from './chat.ts'
import { createDesk, type Desk } from './chat-store.ts'
import { filled } from './composer-edits.ts'
import { keyAction } from './key-action.ts'
import { act } from './perform-action.ts'
import { startRun } from './start-run.ts'

/** Opens nothing yet: `open` connects it to the server. */
export function createChat(parts: ChatParts): Chat {
  const { api, id, ahead, terminal, drafts, run } = parts
  const desk = createDesk(terminal, Date.now)
  const { screen, dispatch } = desk
  const newId = () => crypto.randomUUID()
  const following = new ConversationSync(id, { api, drafts, screen, dispatch, now: Date.now, newId })
  let end = async () => {}
  const chat: Chat = {
    parts,
    desk,
    following,
    write: change => {
      desk.change(change)
      drafts.saveText(wordsToSend(desk.get().composer))
    },
    press: (input, key) => act(keyAction(desk.get(), input, key), chat),
    open: async () => {
      const attached = startRun(api, id)
      run.current = attached.id
      const deaf = subscribeToLiveFeed(api, {
        onNotice: notice => following.handleNotice(notice, run.current()),
        onConnection: link => void following.setConnection(link),
      })
      const still = tick(desk)
      end = async () => {
        still()
        deaf()
        following.close()
        desk.close()
        await attached.leave()
      }
      desk.change(state => filled(state, drafts.text()))
      await following.open(ahead)
      terminal.setTitle(clean(screen().conversation?.title ?? 'Longhand'))
    },
    close: () => end(),
  }
  return chat
}

/** Seconds are shown of what runs, and pass on the screen only then. */
function tick({ screen, change }: Desk): () => void {
  const ticks = setInterval(() => {
    const { conversation, answer } = screen()
    if (conversation?.compacting || answer !== null) change(state => state)
  }, 1_000)
  return () => clearInterval(ticks)
}
