import type { Command } from 'commander'
import { lazy, wholeNumber, withServerOptions } from '../../run-command.ts'

/** `longhand token`: where the token of this machine is, and a new one. */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .summary('say where the token is, or replace it by a new one')
    .description(
      'The token in the data folder stands for you: programs send it, and every browser that is signed in has a cookie ' +
        'made from it. With --rotate there is a new one, a server that runs takes it at once, and everyone who came with ' +
        'the one before is signed out.',
    )
    .option('--rotate', 'replace it by a new one')
    .option('--grace <minutes>', 'how long the one before counts, with --rotate (default: 0)', wholeNumber(1, 100_000))
  withServerOptions(token)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./change-token.ts')).changeToken))
}

const examples = `
Exit codes: 0 done, 1 error, 3 there is no token yet.

Examples:
  longhand token
  longhand token --rotate
  longhand token --rotate --grace 60     # programs have an hour to take the new one`
