import { type DeletedRow, pluralize } from 'longhand/internal/client'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import { printJson, printLine } from '../../text/print.ts'
import * as wording from '../../words/undelete.ts'

type UndeleteFlags = ServerFlags & { readonly json?: true }

/** Lists deleted conversations, or brings one back. */
export async function undeleteConversation(
  id: string | undefined,
  { json, ...flags }: UndeleteFlags,
): Promise<ExitCode> {
  return withServer(await environmentOf(flags), async ({ api }) => {
    if (id !== undefined) {
      const back = await api.undelete(id)
      if (json) printJson(back, 2)
      else printLine(wording.isBack(clean(back.title)))
      return 0
    }
    const rows = await api.deleted()
    if (json) printJson(rows, 2)
    else if (rows.length === 0) printLine(wording.noneDeleted)
    else for (const row of rows) printLine(textOf(row))
    return rows.length === 0 ? 3 : 0
  })
}

const textOf = ({ id, title, messages, deletedAt, keptUntil }: DeletedRow): string =>
  wording.row(id, clean(title), pluralize(messages, 'message'), day(deletedAt), day(keptUntil))

const day = (time: string): string => time.slice(0, 10)
