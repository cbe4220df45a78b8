import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand run -- claude …`: starts a program of somebody else whose requests go through Longhand. */
export function addRun(program: Command): void {
  const run = program
    .command('run <program> [arguments...]')
    .summary('start a client with Longhand as its provider')
    .description(
      'Starts a program that speaks to Anthropic or OpenAI, with its base URL set to the server that has the data open, or to one that is started for it. Its conversation never outgrows the window, and every word is kept.',
    )
    .option('--keep-keys', 'set no key: the program has a login or a key of its own')
    .passThroughOptions()
  withServerOptions(run)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./run-client.ts')).runClient))
}

const examples = `
The program is given ANTHROPIC_BASE_URL and OPENAI_BASE_URL, and, where they are not set, ANTHROPIC_API_KEY and
OPENAI_API_KEY: the token of this machine, which stands for the keys of the server.

Exit code: that of the program.

Examples:
  longhand run -- claude
  longhand run --keep-keys -- claude -p "What is left to do?"`
