import { join } from 'node:path'
import type { Environment } from '@longhand/server/environment'
import { clientLines } from 'longhand/internal/client'
import { type Finding, ok } from './finding.ts'

/** Where a server is when nobody says otherwise. */
const usualAddress = 'http://127.0.0.1:3210'

/** H4 one line to paste for each kind of client. */
export function checkClients({ folder }: Environment, running: string | null): readonly Finding[] {
  const url = running ?? usualAddress
  return [
    ...clientLines(url).map(({ program, line, where }) =>
      ok('Clients', `${program}: ${line}${where === null ? '' : ` (in ${where})`}`),
    ),
    ok('Clients', `key: what is in ${join(folder, 'token')}, for the server's keys, or your own key`),
  ]
}
