import type { Command } from 'commander'
import { lazy } from '../../run-command.ts'
import * as wording from '../../words/trust.ts'

/** `longhand trust`: which folders may start programs and send keys by their `longhand.config.yaml`. */
export function addTrust(program: Command): void {
  program
    .command('trust')
    .summary(wording.summary)
    .description(wording.description)
    .argument('[folder]', wording.folderArgument, '.')
    .option('--yes', wording.yesOption)
    .option('--list', wording.listOption)
    .option('--revoke', wording.revokeOption)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./trust-folder.ts')).trustFolder))
}
