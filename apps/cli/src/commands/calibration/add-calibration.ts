import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/calibration.ts'

/** `longhand calibration`: what was learnt about models and the programs that use them, and a way to forget it. */
export function addCalibration(program: Command): void {
  const calibration = program
    .command('calibration')
    .summary(wording.summary)
    .description(wording.description)
    .option('--forget <model>', wording.forgetOption)
    .option('--client <program>', wording.clientOption)
    .option('--json', wording.jsonOption)
  withServerOptions(calibration)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./show-calibration.ts')).showCalibration))
}
