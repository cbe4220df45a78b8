import { type Command, Option } from 'commander'
import { formats } from 'longhand/wire'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand import`: conversations of other programs, and what was exported. */
export function addImport(program: Command): void {
  const importing = program
    .command('import')
    .summary('import conversations from other programs')
    .description(
      'Imports files and folders from Claude Code, Codex, OpenAI, Anthropic and Longhand, plain or gzipped, and exports of ChatGPT and Claude.ai (zip or conversations.json); the format is detected. ' +
        'Files that were imported before are skipped.',
    )
    .argument('<path...>', 'files and folders, or - for standard input')
    .addOption(new Option('--format <name>', 'treat every file as this format').choices([...formats]))
    .option('--project <id>', 'the project that the conversations belong to')
    .option('--json', 'print the outcome of each file as a line of JSON')
  withServerOptions(importing)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./import-paths.ts')).importPaths))
}

const examples = `
Exit codes: 0 all were imported, 1 some could not be read, 3 there was nothing new.

Examples:
  longhand import ~/.claude/projects
  longhand import ~/.codex/sessions chat.json
  longhand import chatgpt-export.zip
  longhand import export.jsonl --json | jq .conversation`
