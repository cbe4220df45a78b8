import { isOutdated, statusLines } from 'longhand/internal/client'
import { parseCommand } from 'longhand/internal/core'
import { wordsToSend } from '../composer/composer.ts'
import { openNamedPage } from '../pages/open-page.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-state.ts'
import { chosen, commandToRun, completedText, edited, emptied, inserted, withoutMenu } from './composer-edits.ts'
import type { Action } from './key-action.ts'
import { carryOut } from './run-chat-command.ts'

/** Does what a key means. */
export function act(action: Action, chat: Chat): void {
  const work = table[action.type] as (action: Action, chat: Chat) => unknown
  work(action, chat)
}

const table: { readonly [T in Action['type']]: (action: Action & { type: T }, chat: Chat) => unknown } = {
  edit: (action, { write }) => write(state => edited(state, action.edit)),
  insert: ({ words }, { write }) => write(state => inserted(state, words)),
  choose: ({ by }, { desk }) => desk.change(state => chosen(state, by)),
  complete: (_, { write }) => write(completedText),
  'close-menu': (_, { desk }) => desk.change(withoutMenu),
  'open-calls': (_, { desk }) => desk.change(withOtherCalls),
  open: ({ page }, chat) => openNamedPage(chat, page),
  run: (_, chat) => {
    const command = commandToRun(chat.desk.get())
    return command === null ? chat.write(completedText) : send(chat, command)
  },
  send: (_, chat) => send(chat, wordsToSend(chat.desk.get().composer)),
  cancel: (_, { following, parts: { api, id } }) => following.run(() => api.cancelCompaction(id)),
  stop: (_, { following }) => following.stop(),
  again: (_, chat) => again(chat),
  continue: (_, { following }) => following.continue(),
  redraw: (_, { desk }) => desk.redraw(),
  quit: (_, { parts }) => parts.go({ type: 'end' }),
  nothing: () => {},
}

/** A command is carried out, everything else is said. */
async function send(chat: Chat, words: string): Promise<unknown> {
  if (words.trim() === '') return
  const command = parseCommand(words)
  if (command?.type === 'mistake') return chat.following.showStatus(statusLines.commandError(command.sentence))
  chat.write(emptied)
  return command === null ? chat.following.send(words) : carryOut(command, chat)
}

/** Tool calls are closed when they are open, and the other way round. */
const withOtherCalls = (state: ChatState): ChatState => ({
  ...state,
  layout: { ...state.layout, calls: state.layout.calls === 'open' ? 'closed' : 'open' },
})

/** What was done elsewhere is read, what could not be sent is sent, what was not answered is answered. */
async function again({ desk, following }: Chat): Promise<void> {
  const screen = desk.screen()
  if (screen.outgoing.length > 0 && !isOutdated(screen)) return following.setConnection('online')
  const last = screen.entries.findLast(entry => entry.type === 'message')
  const unanswered = last?.message.role === 'user' || last?.ending !== undefined
  return unanswered && !isOutdated(screen) ? following.retry() : following.refresh()
}
