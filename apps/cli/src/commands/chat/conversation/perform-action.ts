import { isOutdated, statusLines } from 'longhand/internal/client'
import { parseCommand } from 'longhand/internal/core'
import { wordsToSend } from '../composer/composer.ts'
import { openNamedPage } from '../pages/open-page.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-state.ts'
import { chosen, commandToRun, completedText, edited, emptied, inserted, withoutMenu } from './composer-edits.ts'
import type { Action } from './key-action.ts'
import { runChatCommand } from './run-chat-command.ts'

/** Performs the action of a key. */
export function performAction(action: Action, chat: Chat): void {
  const work = table[action.type] as (action: Action, chat: Chat) => unknown
  work(action, chat)
}

const table: { readonly [T in Action['type']]: (action: Action & { type: T }, chat: Chat) => unknown } = {
  edit: (action, { write }) => write(state => edited(state, action.edit)),
  insert: ({ words }, { write }) => write(state => inserted(state, words)),
  choose: ({ by }, { store }) => store.change(state => chosen(state, by)),
  complete: (_, { write }) => write(completedText),
  'close-menu': (_, { store }) => store.change(withoutMenu),
  'open-calls': (_, { store }) => store.change(withCallsToggled),
  open: ({ page }, chat) => openNamedPage(chat, page),
  run: (_, chat) => {
    const command = commandToRun(chat.store.get())
    return command === null ? chat.write(completedText) : send(chat, command)
  },
  send: (_, chat) => send(chat, wordsToSend(chat.store.get().composer)),
  cancel: (_, { sync, deps: { api, id } }) => sync.run(() => api.cancelCompaction(id)),
  stop: (_, { sync }) => sync.stop(),
  again: (_, chat) => again(chat),
  continue: (_, { sync, store }) => (writesHere(store) ? sync.continue() : sync.refresh()),
  redraw: (_, { store }) => store.redraw(),
  quit: (_, { deps }) => deps.navigate({ type: 'end' }),
  nothing: () => {},
}

/** Runs a command, or sends the text as a message. */
async function send(chat: Chat, words: string): Promise<unknown> {
  if (words.trim() === '') return
  const command = parseCommand(words)
  if (command?.type === 'mistake') return chat.sync.showStatus(statusLines.commandError(command.sentence))
  const client = chat.store.screen().conversation?.client
  if (command === null && client != null) return chat.sync.showStatus(statusLines.writtenElsewhere(client))
  chat.write(emptied)
  return command === null ? chat.sync.send(words) : runChatCommand(command, chat)
}

/** Toggles whether tool calls are expanded. */
const withCallsToggled = (state: ChatState): ChatState => ({
  ...state,
  layout: { ...state.layout, calls: state.layout.calls === 'open' ? 'closed' : 'open' },
})

/** Refreshes, resends or retries, whichever applies. */
async function again({ store, sync }: Chat): Promise<void> {
  const screen = store.screen()
  if (screen.outgoing.length > 0 && !isOutdated(screen)) return sync.setConnection('online')
  const last = screen.entries.findLast(entry => entry.type === 'message')
  const unanswered = writesHere(store) && (last?.message.role === 'user' || last?.ending !== undefined)
  return unanswered && !isOutdated(screen) ? sync.retry() : sync.refresh()
}

/** H4.26 where a program writes, nobody asks the model in between. */
const writesHere = (store: Chat['store']): boolean => store.screen().conversation?.client == null
