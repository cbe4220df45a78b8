import type { Api } from 'longhand/client'
import type { ChatOptions } from '../chat-options.ts'
import type { ChatDeps } from '../conversation/chat.ts'
import type { Terminal } from './terminal.ts'

/** What the whole app needs from outside. */
export type AppDeps = Pick<ChatDeps, 'run' | 'save'> & {
  readonly api: Api
  readonly terminal: Terminal
  /** Where this machine keeps its data. */
  readonly folder: string
  readonly draftsOf: (conversation: string) => ChatDeps['drafts']
  readonly options: ChatOptions
  /** Marks a recovery as seen, so that it is not offered again. */
  readonly forget: (conversation: string) => Promise<void>
}
