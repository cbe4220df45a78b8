import type { Api } from 'longhand/client'
import { loadConversation } from 'longhand/internal/client'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { type ChatOptions, chatOptions } from './chat-options.ts'
import type { AppRoute } from './conversation/chat.ts'
import { plainChat } from './plain-chat.ts'

/** Runs the chat and resolves to the exit code. */
export async function runChat(id: string | null = null, flags: ServerFlags & ChatOptions): Promise<ExitCode> {
  const environment = await environmentOf(flags)
  return withServer(environment, async server => {
    const options = await chatOptions(server.api, flags)
    if (!process.stdin.isTTY || !process.stdout.isTTY) return plainChat(server, id, options)
    if (id !== null && options.model !== undefined) await server.api.update(id, { model: options.model })
    const first = firstPlace(server.api, id)
    // React's development build is slower.
    process.env.NODE_ENV ??= 'production'
    // The UI is large: it is loaded while the server works.
    const { drawChat } = await import('./draw-chat.ts')
    await drawChat(server, { folder: environment.folder, first, options })
    return 0
  })
}

function firstPlace(api: Api, id: string | null): AppRoute {
  if (id === null) return { type: 'start' }
  const preloaded = loadConversation(api, id)
  // The failure is reported when the conversation is opened.
  preloaded.catch(() => {})
  return { type: 'chat', id, preloaded }
}
