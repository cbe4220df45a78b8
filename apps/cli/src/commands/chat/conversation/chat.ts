import type { Key } from 'ink'
import type { Api } from 'longhand/client'
import type { ConversationSync, Drafts, LoadedConversation } from 'longhand/internal/client'
import type { ChatOptions } from '../chat-options.ts'
import type { Page } from '../pages/page.ts'
import type { Terminal } from '../screen/terminal.ts'
import type { ChatState } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import type { PageName } from './key-action.ts'

/** What an open conversation depends on. */
export type ChatDeps = {
  readonly api: Api
  readonly id: string
  /** The conversation, when loading began before there was a screen. */
  readonly preloaded?: Promise<LoadedConversation>
  readonly terminal: Terminal
  readonly drafts: Drafts
  /** The run of this terminal, by which the server knows its changes. */
  readonly run: { current: () => string | null }
  /** Shows a page in front of the conversation, and takes it away. */
  readonly show: (page: Page) => void
  readonly back: () => void
  readonly navigate: (route: AppRoute) => void
  /** Downloads an address and returns the name of the file. */
  readonly save: (path: string) => Promise<string>
  /** Lets a person change a text in their editor; null when they leave it as it is. */
  readonly edit: (text: string) => Promise<string | null>
}

/** What the whole app needs from outside. */
export type AppDeps = Pick<ChatDeps, 'api' | 'terminal' | 'run' | 'save'> & {
  /** Where this machine keeps its data. */
  readonly folder: string
  readonly draftsOf: (conversation: string) => Drafts
  readonly options: ChatOptions
  /** Marks a recovery as seen, so that it is not offered again. */
  readonly forget: (conversation: string) => void
}

/** Where one is in the app. */
export type AppRoute =
  | { readonly type: 'start' }
  | {
      readonly type: 'chat'
      readonly id: string
      readonly page?: PageName
      readonly preloaded?: Promise<LoadedConversation>
    }
  | { readonly type: 'end'; readonly error?: Error }

/** An open conversation: its state, its connection to the server, and what keys do to both. */
export type Chat = {
  readonly deps: ChatDeps
  readonly store: ChatStore
  readonly sync: ConversationSync
  /** Changes the text that is being written; every change is saved as the draft. */
  readonly write: (change: (state: ChatState) => ChatState) => void
  readonly press: (input: string, key: Key) => void
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
}
