import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'
import { printJson } from '../../words/program.ts'
import * as wording from '../../words/undelete.ts'

/** `longhand undelete`: what was deleted in the last 30 days, and a way to bring it back. */
export function addUndelete(program: Command): void {
  const undelete = program
    .command('undelete')
    .summary(wording.summary)
    .description(wording.description)
    .argument('[conversation]', wording.conversationArgument)
    .option('--json', printJson)
  withServerOptions(undelete)
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./undelete-conversation.ts')).undeleteConversation))
}
