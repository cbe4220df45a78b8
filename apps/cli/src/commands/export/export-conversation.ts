import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Environment } from '@longhand/server/environment'
import { LonghandError } from 'longhand'
import type { ExitCode, FolderFlags } from '../../run-command.ts'
import { connectToServer, type ServerConnection } from '../../server/connection.ts'

/** The flags of the command. */
export type ExportFlags = FolderFlags & { readonly format: 'json' | 'md'; readonly output?: string }

/** Writes a conversation to a file or to standard output, as it comes. */
export async function exportConversation(
  name: string,
  environment: Environment,
  { format, output }: ExportFlags,
): Promise<ExitCode> {
  const link = connectToServer(environment, sentence => console.error(sentence))
  try {
    const id = await idOf(name, link)
    const response = await link.fetch(link.api.exportPath(id, format))
    if (!response.ok || response.body === null)
      throw new LonghandError('not-found', `There is no conversation ${name}.`)
    const body = Readable.fromWeb(response.body as never)
    if (output === undefined) await pipeline(body, process.stdout, { end: false })
    else await pipeline(body, createWriteStream(output))
    return 0
  } finally {
    await link.close().catch(() => {})
  }
}

async function idOf(name: string, { api }: ServerConnection): Promise<string> {
  if (name !== 'latest') return name
  const [latest] = await api.conversations({ limit: 1 })
  if (latest === undefined) throw new LonghandError('not-found', 'There are no conversations yet.')
  return latest.id
}
