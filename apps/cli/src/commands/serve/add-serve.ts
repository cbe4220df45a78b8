import type { Command } from 'commander'
import { lazy, wholeNumber, withServerOptions, withServerSettings } from '../../run-command.ts'
import * as wording from '../../words/serve.ts'

/** `longhand serve`: the server and its page, until it is told to end. */
export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .summary(wording.summary)
    .description(wording.description)
    .option('--port <number>', wording.portOption, wholeNumber(0, 65_535))
    .option('--host <name>', wording.hostOption)
    .option('--json', wording.jsonOption)
  withServerSettings(withServerOptions(serve))
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./serve.ts')).serve))
}
