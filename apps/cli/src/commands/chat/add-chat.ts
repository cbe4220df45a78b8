import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand chat`: a conversation in the terminal. */
export function addChat(program: Command): void {
  const chat = program
    .command('chat')
    .summary('chat in the terminal')
    .description(
      'Opens a conversation, or the list of them. Connects to the server that has the data open, or starts one for as long as the chat lasts. ' +
        'When input or output is not a terminal, every input line is sent as a message and the answers are printed as plain text.',
    )
    .argument('[id]', 'the conversation to open')
    .option('--model <name>', 'the model that answers')
    .option('--project <name>', 'only the conversations of this project, by its name or id; new ones belong to it')
  withServerOptions(chat)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./run-chat.ts')).runChat))
}

const examples = `
In the chat, / lists the commands and /help the keys.

Exit codes: 0 done, 1 error.

Examples:
  longhand chat
  longhand chat --model claude-sonnet-4-5
  echo "What did we decide about the queue?" | longhand chat 0199a2c4-…`
