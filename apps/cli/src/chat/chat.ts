import type { Key } from 'ink'
import { type Api, type Drafts, Following, type Glance, listenLive } from 'longhand/client'
import { wordsToSend } from '../compose/composer.ts'
import type { Terminal } from '../screen/terminal.ts'
import { clean } from '../text/clean.ts'
import { act } from './act.ts'
import type { ChatState } from './chat-state.ts'
import { createDesk, type Desk } from './desk.ts'
import { keyAction, type PageName } from './key-action.ts'
import type { Page } from './page.ts'
import { startRun } from './run.ts'
import { filled } from './typed.ts'

/** What an open conversation needs around it. */
export type ChatParts = {
  readonly api: Api
  readonly id: string
  /** The conversation, when someone began to read it before there was a screen. */
  readonly ahead?: Promise<Glance>
  readonly terminal: Terminal
  readonly drafts: Drafts
  /** The run of this terminal, for the server to tell its changes from those of others. */
  readonly run: { current: () => string | null }
  /** Shows a page in front of the conversation, and takes it away. */
  readonly show: (page: Page) => void
  readonly back: () => void
  readonly go: (place: Place) => void
  /** Saves what the server hands out at an address, and returns the name of the file. */
  readonly save: (path: string) => Promise<string>
  /** Lets a person change a text in their editor; null when they leave it as it is. */
  readonly edit: (text: string) => Promise<string | null>
}

export type Place =
  | { readonly type: 'start' }
  | { readonly type: 'chat'; readonly id: string; readonly page?: PageName; readonly ahead?: Promise<Glance> }
  | { readonly type: 'end'; readonly error?: Error }

/** An open conversation: the desk it is drawn on, the server it follows, and what keys do to both. */
export type Chat = {
  readonly parts: ChatParts
  readonly desk: Desk
  readonly following: Following
  /** Changes what is being written; every change is kept as the draft. */
  readonly write: (change: (state: ChatState) => ChatState) => void
  readonly press: (input: string, key: Key) => void
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
}

export function createChat(parts: ChatParts): Chat {
  const { api, id, ahead, terminal, drafts, run } = parts
  const desk = createDesk(terminal, Date.now)
  const { screen, dispatch } = desk
  const newId = () => crypto.randomUUID()
  const following = new Following(id, { api, drafts, screen, dispatch, now: Date.now, newId })
  let end = async () => {}
  const chat: Chat = {
    parts,
    desk,
    following,
    write: change => {
      desk.change(change)
      drafts.write(wordsToSend(desk.get().composer))
    },
    press: (input, key) => act(keyAction(desk.get(), input, key), chat),
    open: async () => {
      const attached = startRun(api, id)
      run.current = attached.id
      const deaf = listenLive(api, {
        onNotice: notice => following.hear(notice, run.current()),
        onLink: link => void following.link(link),
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
