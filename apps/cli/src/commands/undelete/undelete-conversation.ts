import { type DeletedRow, pluralize } from 'longhand/internal/client'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
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
      console.log(json ? JSON.stringify(back, null, 2) : wording.isBack(clean(back.title)))
      return 0
    }
    const rows = await api.deleted()
    if (json) console.log(JSON.stringify(rows, null, 2))
    else if (rows.length === 0) console.log(wording.noneDeleted)
    else for (const row of rows) console.log(textOf(row))
    return rows.length === 0 ? 3 : 0
  })
}

const textOf = ({ id, title, messages, deletedAt, keptUntil }: DeletedRow): string =>
  wording.row(id, clean(title), pluralize(messages, 'message'), day(deletedAt), day(keptUntil))

const day = (time: string): string => time.slice(0, 10)
