import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand memories`: what conversations leave behind for others. */
export function addMemories(program: Command): void {
  const memories = program
    .command('memories')
    .summary('list, find, write or delete what conversations leave behind')
    .description(
      'Lists the memories of conversations, newest first; with words, those that hold them. A memory is the newest summary of its conversation, or what you write in its place.',
    )
    .argument('[words...]', 'words to find')
    .option('--show <conversation>', 'print the memory of a conversation, whole')
    .option('--write <conversation>', 'write the memory of a conversation, from standard input')
    .option('--delete <conversation>', 'delete the memory of a conversation')
    .option('--json', 'print JSON')
  withServerOptions(memories)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./run-memories.ts')).runMemories))
}

const examples = `
Exit codes: 0 done, 1 error, 3 none was found.

Examples:
  longhand memories harbour
  longhand memories --show 2f1c9a52-7c5e-4c39-9d3a-0a4c6f6f3d10 > memory.md
  longhand memories --write 2f1c9a52-7c5e-4c39-9d3a-0a4c6f6f3d10 < memory.md`
