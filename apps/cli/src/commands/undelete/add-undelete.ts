import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand undelete`: what was deleted in the last 30 days, and a way to bring it back. */
export function addUndelete(program: Command): void {
  const undelete = program
    .command('undelete')
    .summary('list deleted conversations, or bring one back')
    .description('Lists the conversations that were deleted in the last 30 days. With an id, brings that one back.')
    .argument('[conversation]', 'the id of a deleted conversation')
    .option('--json', 'print JSON')
  withServerOptions(undelete)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./undelete-conversation.ts')).undeleteConversation))
}

const examples = `
Exit codes: 0 done, 1 error, 3 nothing was deleted.

Examples:
  longhand undelete
  longhand undelete 2f1c9a52-7c5e-4c39-9d3a-0a4c6f6f3d10`
