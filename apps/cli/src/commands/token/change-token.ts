import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readAddress } from '@longhand/server/address'
import type { Environment } from '@longhand/server/environment'
import { openAudit, rotateToken, tokenRotated } from '@longhand/server/token'
import { LonghandError } from 'longhand'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { printError, printLine } from '../../text/print.ts'
import * as wording from '../../words/token.ts'

type TokenFlags = ServerFlags & { readonly rotate?: true; readonly grace?: number }

/** Says where the token is, and replaces it when asked to. It is never printed: what is printed stays in a terminal. */
export async function changeToken({ rotate, grace, ...flags }: TokenFlags): Promise<ExitCode> {
  if (grace !== undefined && !rotate) throw new LonghandError('bad-request', wording.graceWithoutRotate)
  const environment = await environmentOf(flags)
  const path = join(environment.folder, 'token')
  const until = grace === undefined ? null : Date.now() + grace * 60_000
  const found = await stat(path).catch(() => null)
  if (found === null || (rotate && !(await rotateToken(environment.folder, until)))) {
    printError(wording.noToken(environment.folder))
    return 3
  }
  if (!rotate) {
    printLine(`${path}, since ${found.mtime.toISOString()}`)
    return 0
  }
  await noteRotation(environment)
  printLine(wording.rotated(path, formerSentence(until)))
  return 0
}

const formerSentence = (until: number | null): string =>
  until === null ? wording.formerEnded : wording.formerUntil(new Date(until).toISOString())

/** A server that runs notes it when it notices. */
async function noteRotation(environment: Environment): Promise<void> {
  const { audit_file: file } = environment.config.values.log ?? {}
  if (file !== undefined && (await readAddress(environment)) === null) openAudit(file, tellFailure)(tokenRotated)
}

const tellFailure = () => printError(wording.auditFailed)
