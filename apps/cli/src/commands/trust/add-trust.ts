import type { Command } from 'commander'
import { lazy } from '../../run-command.ts'

/** `longhand trust`: which folders may start programs and send keys by their `longhand.config.yaml`. */
export function addTrust(program: Command): void {
  program
    .command('trust')
    .summary('choose which folders to trust')
    .description(
      'A longhand.config.yaml in the working directory may start programs, send your keys to other addresses and read ' +
        'files only when you trust its folder. Shows all that the one in a folder asks for, and asks you. Your answer ' +
        'holds until the file asks for something else.',
    )
    .argument('[folder]', 'the folder of the configuration', '.')
    .option('--yes', 'trust it without a question, for scripts; what is trusted is printed')
    .option('--list', 'list the folders that you were asked about, and what you answered')
    .option('--revoke', 'forget what you answered about the folder')
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./trust-folder.ts')).trustFolder))
}

const examples = `
A file that you name with --config or LONGHAND_CONFIG is trusted, and so is ~/.longhand/longhand.config.yaml.

Exit codes: 0 done, 1 error or not trusted, 3 nothing to do.

Examples:
  longhand trust
  longhand trust ~/code/shop --revoke
  longhand trust --list`
