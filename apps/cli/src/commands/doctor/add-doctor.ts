import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand doctor`: what is in force and why, what is wrong and how to fix it. */
export function addDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .summary('check the installation')
    .description(
      'Checks Node, the data folder, the configuration and whether it is trusted, the database, keys, models and settings, and says how to fix what is wrong.',
    )
    .option('--json', 'print the findings as JSON')
  withServerOptions(doctor)
    .addHelpText(
      'after',
      '\nExit codes: 0 all is fine, 1 something is wrong.\n\nExample:\n  longhand doctor --json | jq .checks',
    )
    .action(lazy(async () => (await import('./run-checks.ts')).runChecks))
}
