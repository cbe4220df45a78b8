import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/memories.ts'
import { printJson } from '../../words/program.ts'

/** `longhand memories`: what conversations leave behind for others. */
export function addMemories(program: Command): void {
  const memories = program
    .command('memories')
    .summary(wording.summary)
    .description(wording.description)
    .argument('[words...]', wording.wordsArgument)
    .option('--show <conversation>', wording.showOption)
    .option('--write <conversation>', wording.writeOption)
    .option('--delete <conversation>', wording.deleteOption)
    .option('--json', printJson)
  withServerOptions(memories)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./run-memories.ts')).runMemories))
}
