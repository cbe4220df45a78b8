import { text as readAll } from 'node:stream/consumers'
import type { Api } from 'longhand/client'
import { type MemoryRow, toSingleLine } from 'longhand/internal/client'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import { printJson, printLine } from '../../text/print.ts'
import * as wording from '../../words/memories.ts'

type MemoriesFlags = ServerFlags & {
  readonly show?: string
  readonly write?: string
  readonly delete?: string
  readonly json?: true
}

/** Lists, finds, prints, writes or deletes memories. */
export async function runMemories(words: readonly string[], flags: MemoriesFlags): Promise<ExitCode> {
  const { show, write, delete: gone, json, ...server } = flags
  return withServer(await environmentOf(server), async ({ api }) => {
    if (gone !== undefined) {
      await api.deleteMemory(gone)
      printLine(wording.deleted)
      return 0
    }
    const one = write !== undefined ? await writeMemory(api, write) : show !== undefined ? await api.memory(show) : null
    if (one !== null) {
      if (json) printJson(one, 2)
      else printLine(write === undefined ? one.text : wording.written(clean(one.title)))
      return 0
    }
    const rows = await api.memories({ limit: 200, ...(words.length === 0 ? {} : { q: words.join(' ') }) })
    if (json) printJson(rows, 2)
    else if (rows.length === 0) printLine(wording.noneFound)
    else for (const row of rows) printLine(lineOf(row))
    return rows.length === 0 ? 3 : 0
  })
}

const writeMemory = async (api: Api, conversation: string): Promise<MemoryRow> =>
  api.writeMemory(conversation, await readAll(process.stdin))

const lineOf = ({ conversation, title, text, at }: MemoryRow): string =>
  `${conversation}  ${at.slice(0, 10)}  ${clean(title)}: ${clean(toSingleLine(text)).slice(0, 100)}`
