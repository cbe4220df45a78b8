import { Argument, type Command } from 'commander'
import * as wording from '../words/completion.ts'
import { completionScripts, type Shell, shells } from './completion-scripts.ts'

/** `longhand completion SHELL`: prints a script that completes commands and flags. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary(wording.summary)
    .addArgument(new Argument('<shell>', wording.shellArgument).choices(shells))
    .addHelpText('after', wording.after)
    .action((shell: Shell) => console.log(completionScripts[shell](program)))
}
