import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/open.ts'

/** `longhand open`: a new address of the server that runs. */
export function addOpen(program: Command): void {
  const open = program.command('open').summary(wording.summary).description(wording.description)
  withServerOptions(open)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./open-page.ts')).openPage))
}
