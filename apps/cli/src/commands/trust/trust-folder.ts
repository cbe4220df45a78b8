import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  askTrust,
  canAsk,
  forgetAnswer,
  homeFolder,
  listAnswers,
  permissionLines,
  saveAnswer,
  trustOf,
  visible,
} from '@longhand/server/trust'
import { LonghandError } from 'longhand'
import type { ExitCode } from '../../run-command.ts'
import { printLine } from '../../text/print.ts'
import * as wording from '../../words/trust.ts'

type TrustFlags = { readonly list?: true; readonly revoke?: true; readonly yes?: true }

/** Shows what a folder asks for and remembers the answer; with `yes` that is the answer. */
export async function trustFolder(name: string, { list, revoke, yes }: TrustFlags): Promise<ExitCode> {
  if (list) return listTrust()
  if (revoke) return revokeTrust(name)
  const trust = trustOf(name, process.env)
  const folder = visible(realpathSync.native(name))
  if (trust.type !== 'withheld') {
    printLine(trust.type === 'approved' ? wording.isTrustedAlready(folder) : wording.needsNoTrust(folder))
    return 3
  }
  if (yes) printLine([wording.youTrust, ...permissionLines(trust.request), ''].join('\n'))
  else if (!canAsk(process, process.env)) throw new LonghandError('not-allowed', wording.noTerminal)
  const answer = yes ? 'trusted' : await askTrust(trust, process)
  if (answer === null) throw new LonghandError('not-allowed', wording.noAnswer)
  saveAnswer(trust.request, answer)
  printLine(answer === 'trusted' ? wording.isTrusted(folder) : wording.isNotTrusted(folder))
  return answer === 'trusted' ? 0 : 1
}

/** Prints every folder that was asked about. */
function listTrust(): ExitCode {
  const answers = listAnswers(homeFolder())
  for (const { folder, answer, at } of answers) printLine(`${answer.padEnd(8)} ${at.slice(0, 10)}  ${visible(folder)}`)
  if (answers.length > 0) return 0
  printLine(wording.noFolders)
  return 3
}

/** Forgets the answer about a folder, which need not exist any more. */
function revokeTrust(name: string): ExitCode {
  const known = [...new Set([realName(name), resolve(name)])].filter(folder => forgetAnswer(homeFolder(), folder))
  printLine(known.length > 0 ? wording.noLongerTrusted(visible(known[0]!)) : wording.wasNotTrusted(visible(name)))
  return known.length > 0 ? 0 : 3
}

function realName(name: string): string {
  try {
    return realpathSync.native(name)
  } catch {
    return resolve(name)
  }
}
