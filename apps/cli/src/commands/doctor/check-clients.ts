import { join } from 'node:path'
import type { Environment } from '@longhand/server/environment'
import { clientLines } from 'longhand/internal/client'
import * as wording from '../../words/doctor.ts'
import { type Finding, ok } from './finding.ts'

/** Where a server is when nobody says otherwise. */
const usualAddress = 'http://127.0.0.1:3210'

/** H4 one line to paste for each kind of client. */
export function checkClients({ folder }: Environment, running: string | null): readonly Finding[] {
  const url = running ?? usualAddress
  return [
    ...clientLines(url).map(({ program, line, where }) =>
      ok(wording.clients, wording.lineFor(program, line) + (where === null ? '' : wording.lineIn(where))),
    ),
    ok(wording.clients, wording.clientKey(join(folder, 'token'))),
  ]
}
