import type { Command } from 'commander'
import { lazy, wholeNumber, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/token.ts'

/** `longhand token`: where the token of this machine is, and a new one. */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .summary(wording.summary)
    .description(wording.description)
    .option('--rotate', wording.rotateOption)
    .option('--grace <minutes>', wording.graceOption, wholeNumber(1, 100_000))
  withServerOptions(token)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./change-token.ts')).changeToken))
}
