import { type Command, Option } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand export`: a conversation to read, or one to take away without loss. */
export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .summary('export conversations to a file')
    .description(
      'Writes a conversation, or all of them, as lines of JSON, which lose nothing and can be imported again. ' +
        'One conversation can be written as Markdown to read.',
    )
    .argument('[id]', 'the conversation; "latest" for the newest one; without it, everything')
    .addOption(new Option('--format <name>', 'what to write').choices(['json', 'md']).default('json'))
    .option('-o, --output <file>', 'the file to write (default: standard output)')
  withServerOptions(exporting)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./export-conversation.ts')).exportConversation))
}

const examples = `
Exit codes: 0 done, 1 error.

Examples:
  longhand export latest --format md -o notes.md
  longhand export 0199a2c4-… > one.jsonl
  longhand export | gzip > backup.jsonl.gz`
