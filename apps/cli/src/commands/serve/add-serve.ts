import { type Command, InvalidArgumentError } from 'commander'
import { configOption, environmentOf, folderOption, runCommand, setOption } from '../../run-command.ts'
import type { ServeFlags } from './serve.ts'

/** `longhand serve`: the server and its page, until it is told to end. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('serve the page and the API')
    .description(
      'Starts the server on this machine and prints the address that signs in one browser. Ctrl-C stops it without losing anything.',
    )
    .option('--port <number>', 'the port (default: PORT, else 3210 or the next free one)', port)
    .option('--host <name>', 'the name to listen on (default: HOST, else 127.0.0.1)')
    .option('--json', 'print the address as JSON, for programs')
    .option(...folderOption)
    .option(...configOption)
    .option(...setOption)
    .addHelpText('after', examples)
    .action((flags: ServeFlags) =>
      runCommand(async () => {
        const { serve } = await import('./serve.ts')
        return serve(await environmentOf(flags), flags)
      }),
    )
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

function port(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.')
  return number
}
