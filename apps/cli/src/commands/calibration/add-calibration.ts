import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand calibration`: what was learnt about models from the reports of their providers, and a way to forget it. */
export function addCalibration(program: Command): void {
  const calibration = program
    .command('calibration')
    .summary('show what was learnt about models, or forget it')
    .description(
      "Lists the models with what their providers' reports have shown: tokens per token counted here, and the window, if it turned out to be another.",
    )
    .option('--forget <model>', 'forget what was learnt about a model')
    .option('--json', 'print the list as JSON')
  withServerOptions(calibration)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./show-calibration.ts')).showCalibration))
}

const examples = `
Exit codes: 0 done, 1 error, 3 nothing was learnt.

Examples:
  longhand calibration
  longhand calibration --forget ollama/llama3`
