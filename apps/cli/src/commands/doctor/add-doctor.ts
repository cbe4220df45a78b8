import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/doctor.ts'

/** `longhand doctor`: what is in force and why, what is wrong and how to fix it. */
export function addDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .summary(wording.summary)
    .description(wording.description)
    .option('--json', wording.jsonOption)
  withServerOptions(doctor)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./run-checks.ts')).runChecks))
}
