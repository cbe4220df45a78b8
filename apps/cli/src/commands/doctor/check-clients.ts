import { join } from 'node:path'
import type { Environment } from '@longhand/server/environment'
import { type Finding, ok } from './finding.ts'

/** Where a server is when nobody says otherwise. */
const usualAddress = 'http://127.0.0.1:3210'

/** H4 one line to paste for each kind of client. */
export function checkClients({ folder }: Environment, running: string | null): readonly Finding[] {
  const url = running ?? usualAddress
  return [
    ok('Clients', `Claude Code: ANTHROPIC_BASE_URL=${url} claude`),
    ok('Clients', `Anthropic's packages, LangChain: base URL ${url}`),
    ok(
      'Clients',
      `OpenAI's packages, Codex, opencode, pi, Continue, LibreChat, Open WebUI, the AI SDK: base URL ${url}/v1`,
    ),
    ok('Clients', `key: what is in ${join(folder, 'token')}, for the server's keys, or your own key`),
  ]
}
