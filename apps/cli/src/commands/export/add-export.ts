import { type Command, Option } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'
import * as wording from '../../words/export.ts'

/** `longhand export`: a conversation to read, or one to take away without loss. */
export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .summary(wording.summary)
    .description(wording.description)
    .argument('[id]', wording.idArgument)
    .addOption(new Option('--format <name>', wording.formatOption).choices(['json', 'md']).default('json'))
    .option('-o, --output <file>', wording.outputOption)
  withServerOptions(exporting)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./export-conversation.ts')).exportConversation))
}
