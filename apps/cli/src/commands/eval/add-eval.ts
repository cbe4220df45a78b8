import type { Command } from 'commander'
import { lazy, wholeNumber } from '../../run-command.ts'
import * as wording from '../../words/eval.ts'

/** `longhand eval`: how much of your own conversations would survive. */
export function addEval(program: Command): void {
  program
    .command('eval')
    .summary(wording.summary)
    .description(wording.description)
    .argument('<path...>', wording.pathArgument)
    .option('--window <tokens>', wording.windowOption, wholeNumber(1))
    .option('--keep <messages>', wording.keepOption, wholeNumber(1), 6)
    .option('--json', wording.jsonOption)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./evaluate.ts')).evaluate))
}
