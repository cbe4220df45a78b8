import { type Command, Option } from 'commander'
import { wholeNumber } from '../../run-command.ts'
import type { CompactFlags } from './compact-transcript.ts'

/** `longhand compact FILE`: compacts a transcript and prints the receipt, or with `--json` the view. */
export function addCompact(program: Command): void {
  program
    .command('compact')
    .summary('compact a transcript')
    .description(
      'Compacts a transcript and prints the receipt. Reads Longhand, OpenAI and Anthropic messages, Claude Code and Codex ' +
        'logs, plain or gzipped. Needs no network and no key.',
    )
    .argument('<file>', 'the transcript, or - for standard input')
    .option('--window <tokens>', "the model's window (default: as large as the transcript)", wholeNumber(1))
    .option(
      '--target <tokens>',
      'how small the view must get (default: half of the window; with --up-to, half of what is folded)',
      wholeNumber(1),
    )
    .option(
      '--keep <messages>',
      'how many recent messages stay word for word (default: what fits in a fifth of the target)',
      wholeNumber(0),
    )
    .addOption(new Option('--strategy <name>', 'how to fold').choices(['summary', 'digest']).default('summary'))
    .option('--up-to <index>', 'fold everything up to this message or line, counted from 0', wholeNumber(0))
    .option('--draft <file>', "a text to take as the summariser's answer; it is judged and completed")
    .option('--offline', "only the originals' own words (also when there is no draft)")
    .option('--json', 'print the view and the receipt as JSON, and nothing else')
    .addHelpText('after', examples)
    .action(async (file: string, flags: CompactFlags) => {
      const { compactFile } = await import('./compact-file.ts')
      process.exitCode = await compactFile(file, flags, process)
    })
}

const examples = `
Exit codes: 0 compacted, 1 error, 3 nothing to compact.

Examples:
  longhand compact chat.json
  longhand compact session.jsonl --window 200000 --keep 10
  cat session.jsonl | longhand compact - --json | jq .receipt`
