import { readAddress } from '@longhand/server/address'
import { readEnvironment } from '@longhand/server/environment'
import type { ExitCode, ServerFlags } from '../../run-command.ts'
import { connectToServer } from '../../server/connection.ts'
import { line, span } from '../../text/line.ts'
import { printJson, printRow } from '../../text/print.ts'
import { type Theme, themeOf } from '../../text/theme.ts'
import { checkClients } from './check-clients.ts'
import { checkConfig } from './check-config.ts'
import { checkFolder } from './check-folder.ts'
import { checkKeys } from './check-keys.ts'
import { checkNode } from './check-node.ts'
import { checkServer } from './check-server.ts'
import { checkTerminal } from './check-terminal.ts'
import type { Finding } from './finding.ts'

type DoctorFlags = ServerFlags & { readonly json?: true }

/** Runs every check and prints the findings. Whether the folder is trusted is one of them, so nobody is asked about it. */
export async function runChecks({ json, ...flags }: DoctorFlags): Promise<ExitCode> {
  const environment = readEnvironment(process.env, flags)
  const running = await readAddress(environment)
  const server = connectToServer(environment)
  const before = [
    checkNode(process.versions.node),
    ...(await checkFolder(environment)),
    ...checkConfig(environment, process.env),
    ...checkKeys(process.env, environment),
    checkTerminal(process.stdout, process.env),
  ]
  // A folder that cannot be used has no database to open.
  const broken = before.some(({ status }) => status === 'problem')
  const findings = broken
    ? before
    : [...before, ...(await checkServer(server, environment, running)), ...checkClients(environment, running)]
  await server.close().catch(() => {})
  const code = findings.some(({ status }) => status === 'problem') ? 1 : 0
  if (json) printJson({ ok: code === 0, checks: findings }, 2)
  else for (const finding of findings) print(finding, process.stdout.isTTY ? themeOf(process.env) : plain)
  return code
}

const plain: Theme = { colours: 'none', characters: 'unicode' }

function print({ check, status, message, fix }: Finding, theme: Theme): void {
  const sign = { ok: span('✓', 'green'), note: span('·', 'yellow'), problem: span('✗', 'red') }[status]
  printRow(line(sign, ' ', span(check.padEnd(10), 'strong'), message), theme)
  if (fix !== undefined) printRow(line('             ', span(fix, 'label')), theme)
}
