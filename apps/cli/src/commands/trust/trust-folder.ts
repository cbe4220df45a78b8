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

type TrustFlags = { readonly list?: true; readonly revoke?: true; readonly yes?: true }

/** Shows what a folder asks for and remembers the answer; with `yes` that is the answer. */
export async function trustFolder(name: string, { list, revoke, yes }: TrustFlags): Promise<ExitCode> {
  if (list) return listTrust()
  if (revoke) return revokeTrust(name)
  const trust = trustOf(name, process.env)
  const folder = visible(realpathSync.native(name))
  if (trust.type !== 'withheld') {
    console.log(
      trust.type === 'approved'
        ? `${folder} is trusted already.`
        : `longhand.config.yaml in ${folder} holds nothing that takes trust.`,
    )
    return 3
  }
  if (yes) console.log(['You trust this folder to', ...permissionLines(trust.request), ''].join('\n'))
  else if (!canAsk(process, process.env))
    throw new LonghandError('not-allowed', 'There is no terminal to ask on. Read the file, then add --yes.')
  const answer = yes ? 'trusted' : await askTrust(trust, process)
  if (answer === null)
    throw new LonghandError('not-allowed', 'Nothing was answered. Read the file, then add --yes if you trust it.')
  saveAnswer(trust.request, answer)
  console.log(answer === 'trusted' ? `✓ ${folder} is trusted.` : `${folder} is not trusted.`)
  return answer === 'trusted' ? 0 : 1
}

/** Prints every folder that was asked about. */
function listTrust(): ExitCode {
  const answers = listAnswers(homeFolder())
  for (const { folder, answer, at } of answers)
    console.log(`${answer.padEnd(8)} ${at.slice(0, 10)}  ${visible(folder)}`)
  if (answers.length > 0) return 0
  console.log('You have trusted no folder.')
  return 3
}

/** Forgets the answer about a folder, which need not exist any more. */
function revokeTrust(name: string): ExitCode {
  const known = [...new Set([realName(name), resolve(name)])].filter(folder => forgetAnswer(homeFolder(), folder))
  console.log(
    known.length > 0 ? `✓ ${visible(known[0]!)} is not trusted any more.` : `${visible(name)} was not trusted.`,
  )
  return known.length > 0 ? 0 : 3
}

function realName(name: string): string {
  try {
    return realpathSync.native(name)
  } catch {
    return resolve(name)
  }
}
