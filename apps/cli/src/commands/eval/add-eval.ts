import type { Command } from 'commander'
import { lazy, wholeNumber } from '../../run-command.ts'

/** `longhand eval`: how much of your own conversations would survive. */
export function addEval(program: Command): void {
  program
    .command('eval')
    .summary('measure what survives in your own transcripts')
    .description(
      'Compacts every transcript of some files and folders, changes none of them, and prints how much smaller each gets and which share of its facts is kept.',
    )
    .argument('<path...>', 'files and folders')
    .option('--window <tokens>', "the model's window (default: as large as each transcript)", wholeNumber(1))
    .option('--keep <messages>', 'how many recent messages stay word for word', wholeNumber(1), 6)
    .option('--json', 'print one line of JSON for each transcript')
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./evaluate.ts')).evaluate))
}

const examples = `
Exit codes: 0 measured, 1 some could not be read, 3 none was long enough to be compacted.

Examples:
  longhand eval ~/.claude/projects
  longhand eval chat.json --window 32000 --json | jq .retention`
