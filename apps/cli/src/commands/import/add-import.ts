import { type Command, Option } from 'commander'
import { formats } from 'longhand/wire'
import { configOption, environmentOf, folderOption, runCommand, setOption } from '../../run-command.ts'
import type { ImportFlags } from './import-paths.ts'

/** `longhand import`: conversations of other programs, and what was exported. */
export function addImport(program: Command): void {
  program
    .command('import')
    .summary('bring in conversations of other programs')
    .description(
      'Brings in files and folders of Claude Code, Codex, OpenAI, Anthropic and Longhand, plain or gzipped, told apart by what they hold. ' +
        'What is in already is left out.',
    )
    .argument('<path...>', 'files and folders, or - for standard input')
    .addOption(new Option('--format <name>', 'take every file for this format').choices([...formats]))
    .option('--project <id>', 'the project that the conversations belong to')
    .option('--json', 'print what became of each file as lines of JSON')
    .option(...folderOption)
    .option(...configOption)
    .option(...setOption)
    .addHelpText('after', examples)
    .action((paths: readonly string[], flags: ImportFlags) =>
      runCommand(async () => {
        const { importPaths } = await import('./import-paths.ts')
        return importPaths(paths, await environmentOf(flags), flags)
      }),
    )
}

const examples = `
Exit codes: 0 all are in, 1 some could not be read, 3 there was nothing new.

Examples:
  longhand import ~/.claude/projects
  longhand import ~/.codex/sessions chat.json
  longhand import export.jsonl --json | jq .conversation`
