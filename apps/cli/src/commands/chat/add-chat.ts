import type { Command } from 'commander'
import { lazy, withServerOptions, withServerSettings } from '../../run-command.ts'
import * as wording from '../../words/chat.ts'

/** `longhand chat`: a conversation in the terminal. */
export function addChat(program: Command): void {
  const chat = program
    .command('chat')
    .summary(wording.summary)
    .description(wording.description)
    .argument('[id]', wording.idArgument)
    .option('--model <name>', wording.modelOption)
    .option('--project <name>', wording.projectOption)
  withServerSettings(withServerOptions(chat))
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./run-chat.ts')).runChat))
}
