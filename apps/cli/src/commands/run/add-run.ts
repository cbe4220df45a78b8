import type { Command } from 'commander'
import { lazy, withServerOptions, withServerSettings } from '../../run-command.ts'
import * as wording from '../../words/run.ts'

/** `longhand run -- claude …`: starts a program of somebody else whose requests go through Longhand. */
export function addRun(program: Command): void {
  const run = program
    .command('run <program> [arguments...]')
    .summary(wording.summary)
    .description(wording.description)
    .option('--keep-keys', wording.keepKeysOption)
    .passThroughOptions()
  withServerSettings(withServerOptions(run))
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./run-client.ts')).runClient))
}
