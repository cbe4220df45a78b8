import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand open`: a new address of the server that runs. */
export function addOpen(program: Command): void {
  const open = program
    .command('open')
    .summary('print an address that signs in a browser')
    .description(
      'Prints a new address of the server that has this data open. It works in any browser until that server ends.',
    )
  withServerOptions(open)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./open-page.ts')).openPage))
}

const examples = `
Exit codes: 0 done, 1 error, 3 no server is running.

Examples:
  longhand open
  xdg-open "$(longhand open)"`
