import { type Command, InvalidArgumentError } from 'commander'
import { runCommand } from '../../run-command.ts'
import type { EvalFlags } from './evaluate.ts'

/** `longhand eval`: how much of your own conversations would survive. */
export function addEval(program: Command): void {
  program
    .command('eval')
    .summary('measure what survives in your own transcripts')
    .description(
      'Compacts every transcript of some files and folders, changes none of them, and prints how much smaller each gets and which share of its facts is kept.',
    )
    .argument('<path...>', 'files and folders')
    .option('--window <tokens>', "the model's window (default: as large as each transcript)", whole)
    .option('--keep <messages>', 'how many recent messages stay word for word', whole, 6)
    .option('--json', 'print one line of JSON for each transcript')
    .addHelpText('after', examples)
    .action((paths: readonly string[], flags: EvalFlags) =>
      runCommand(async () => {
        const { evaluate } = await import('./evaluate.ts')
        return evaluate(paths, flags)
      }),
    )
}

const examples = `
Exit codes: 0 measured, 1 some could not be read, 3 none was long enough to be compacted.

Examples:
  longhand eval ~/.claude/projects
  longhand eval chat.json --window 32000 --json | jq .retention`

function whole(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.')
  return number
}
