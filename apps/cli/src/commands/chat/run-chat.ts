import type { Environment } from '@longhand/server/environment'
import type { Api } from 'longhand/client'
import { loadConversation } from 'longhand/internal/client'
import type { ExitCode, FolderFlags } from '../../run-command.ts'
import { connectToServer } from '../../server/connection.ts'
import { chatWishes } from './chat-options.ts'
import type { AppRoute } from './conversation/chat.ts'
import { plainChat } from './plain-chat.ts'

/** The flags of the command. */
export type ChatFlags = FolderFlags & { readonly model?: string; readonly project?: string }

/** Runs the chat and resolves to the exit code. */
export async function runChat(id: string | null, environment: Environment, flags: ChatFlags): Promise<ExitCode> {
  const link = connectToServer(environment, sentence => console.error(sentence))
  try {
    const options = await chatWishes(link.api, flags)
    if (!process.stdin.isTTY || !process.stdout.isTTY) return await plainChat(link, id, options)
    if (id !== null && options.model !== undefined) await link.api.update(id, { model: options.model })
    const first = firstPlace(link.api, id)
    // The UI is large: it is loaded while the server works.
    const { drawChat } = await import('./draw-chat.ts')
    await drawChat(link, { folder: environment.folder, first, options })
    return 0
  } finally {
    await link.close().catch(() => {})
  }
}

function firstPlace(api: Api, id: string | null): AppRoute {
  if (id === null) return { type: 'start' }
  const preloaded = loadConversation(api, id)
  // The failure is reported when the conversation is opened.
  preloaded.catch(() => {})
  return { type: 'chat', id, preloaded }
}
