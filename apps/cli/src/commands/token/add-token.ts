import type { Command } from 'commander'
import { lazy, wholeNumber, withServerOptions } from '../../run-command.ts'

/** `longhand token`: where the token of this machine is, and a new one. */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .summary('show where the token is, or replace it')
    .description(
      'The token in the data folder stands for you: programs send it, and every browser that is signed in has a cookie ' +
        'made from it. With --rotate it is replaced: a running server switches to the new one at once, and everyone who ' +
        'used the old one is signed out.',
    )
    .option('--rotate', 'replace it')
    .option(
      '--grace <minutes>',
      'how long the old one keeps working, with --rotate (default: 0)',
      wholeNumber(1, 100_000),
    )
  withServerOptions(token)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./change-token.ts')).changeToken))
}

const examples = `
Exit codes: 0 done, 1 error, 3 there is no token yet.

Examples:
  longhand token
  longhand token --rotate
  longhand token --rotate --grace 60     # programs have an hour to switch to the new one`
