import type { Command } from 'commander'
import { configOption, folderOption, runCommand, setOption } from '../../run-command.ts'
import type { DoctorFlags } from './run-checks.ts'

/** `longhand doctor`: what is in force and why, what is wrong and how to fix it. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .summary('check the installation')
    .description(
      'Checks Node, the data folder, the configuration and whether it is trusted, the database, keys, models and settings, and says how to fix what is wrong.',
    )
    .option('--json', 'print the findings as JSON')
    .option(...folderOption)
    .option(...configOption)
    .option(...setOption)
    .addHelpText(
      'after',
      '\nExit codes: 0 all is fine, 1 something is wrong.\n\nExample:\n  longhand doctor --json | jq .checks',
    )
    .action((flags: DoctorFlags) =>
      runCommand(async () => {
        const { runChecks: examine } = await import('./run-checks.ts')
        const { readEnvironment } = await import('@longhand/server/environment')
        // No question is asked: whether the folder is trusted is one of the findings.
        return examine(readEnvironment(process.env, flags), flags)
      }),
    )
}
