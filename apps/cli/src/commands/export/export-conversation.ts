import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LonghandError } from 'longhand'
import type { Api } from 'longhand/client'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import * as wording from '../../words/export.ts'

type ExportFlags = ServerFlags & { readonly format: 'json' | 'md'; readonly output?: string }

/** Writes a conversation, or everything, to a file or to standard output, as it comes. */
export async function exportConversation(name: string | undefined, flags: ExportFlags): Promise<ExitCode> {
  const { format, output, ...data } = flags
  if (name === undefined && format === 'md') throw new LonghandError('bad-request', wording.oneForMarkdown)
  return withServer(await environmentOf(data), async ({ api, fetch }): Promise<ExitCode> => {
    const response = await fetch(name === undefined ? '/api/export' : api.exportPath(await idOf(name, api), format))
    if (!response.ok || response.body === null) throw new LonghandError('not-found', wording.noConversation(name))
    const body = Readable.fromWeb(response.body as never)
    if (output === undefined) await pipeline(body, process.stdout, { end: false })
    else await pipeline(body, createWriteStream(output))
    return 0
  })
}

async function idOf(name: string, api: Api): Promise<string> {
  if (name !== 'latest') return name
  const [latest] = await api.conversations({ limit: 1 })
  if (latest === undefined) throw new LonghandError('not-found', wording.noConversations)
  return latest.id
}
