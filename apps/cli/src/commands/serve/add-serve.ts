import type { Command } from 'commander'
import { lazy, wholeNumber, withServerOptions } from '../../run-command.ts'

/** `longhand serve`: the server and its page, until it is told to end. */
export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .summary('serve the page and the API')
    .description(
      'Starts the server on this machine and prints the address that signs in a browser for as long as it runs; longhand open prints another. Ctrl-C stops it without losing anything.',
    )
    .option('--port <number>', 'the port (default: PORT, else 3210 or the next free one)', wholeNumber(0, 65_535))
    .option('--host <name>', 'the name to listen on (default: HOST, else 127.0.0.1)')
    .option('--json', 'print the address as JSON, for programs')
  withServerOptions(serve)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./serve.ts')).serve))
}

const examples = `
Keys of model providers come from the environment: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY,
OPENROUTER_API_KEY, or LOCAL_BASE_URL for a server of your own. Without one the offline model answers.

Exit codes: 0 stopped, 1 error, 3 a server has this data open already. A server that hangs for 45 s kills itself (137):
run it under a supervisor that restarts it, as npm start does.

Examples:
  longhand serve
  longhand serve --port 8080 --data ./chats
  longhand serve --json | jq -r .address`
