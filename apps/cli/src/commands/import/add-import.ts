import { type Command, Option } from 'commander'
import { formats } from 'longhand/wire'
import { lazy, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/import.ts'

/** `longhand import`: conversations of other programs, and what was exported. */
export function addImport(program: Command): void {
  const importing = program
    .command('import')
    .summary(wording.summary)
    .description(wording.description)
    .argument('<path...>', wording.pathArgument)
    .addOption(new Option('--format <name>', wording.formatOption).choices([...formats]))
    .option('--project <id>', wording.projectOption)
    .option('--json', wording.jsonOption)
  withServerOptions(importing)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./import-paths.ts')).importPaths))
}
