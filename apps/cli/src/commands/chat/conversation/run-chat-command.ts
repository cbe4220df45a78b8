import { nowUsing, statusLines } from 'longhand/internal/client'
import type { Command } from 'longhand/internal/core'
import * as wording from '../../../words/screens.ts'
import { contextPage } from '../pages/context-page.ts'
import { helpPage } from '../pages/help-page.ts'
import { openNamedPage, showPage } from '../pages/open-page.ts'
import { readerPage } from '../pages/page.ts'
import { summaryPage } from '../pages/summary-page.ts'
import type { Chat } from './chat.ts'
import { runCompact } from './compact.ts'
import { runRestore } from './restore.ts'

/** Runs a command and reports the result. */
export function runChatCommand(command: Command, chat: Chat): Promise<unknown> {
  const work = table[command.type] as (command: Command, chat: Chat) => Promise<unknown>
  return work(command, chat)
}

/** M one line per command. */
const table: { readonly [T in Command['type']]: (command: Command & { type: T }, chat: Chat) => Promise<unknown> } = {
  compact: runCompact,
  context: (_, chat) =>
    showPage(chat, async () => readerPage(contextPage(await chat.deps.api.conversation(chat.deps.id)))),
  summary: (_, chat) => showPage(chat, () => summaryPage(chat)),
  undo: (_, { sync, deps: { api, id } }) => sync.run(() => api.undo(id), statusLines.undone),
  redo: (_, { sync, deps: { api, id } }) => sync.run(() => api.redo(id), statusLines.redone),
  protect: ({ number }, { sync, deps: { api, id } }) =>
    sync.run(
      () => api.protect(id, number, 'protect'),
      () => statusLines.protected(number),
    ),
  unprotect: ({ number }, { sync, deps: { api, id } }) =>
    sync.run(
      () => api.protect(id, number, 'release'),
      () => statusLines.released(number),
    ),
  trim: ({ number }, { sync, deps: { api, id } }) =>
    sync.run(
      () => api.command(id, `/trim ${number}`),
      ({ sentence }) => statusLines.trimmed(sentence),
    ),
  'save-progress': ({ label }, { sync, deps: { api, id } }) =>
    sync.run(
      () => api.saveCheckpoint(id, label ?? wording.savedProgress),
      saved => statusLines.saved(saved.label, saved.id),
    ),
  checkpoints: (_, chat) => openNamedPage(chat, 'checkpoints'),
  restore: (command, chat) => runRestore(chat, command.id),
  model: ({ name }, { sync, deps: { api, id } }) =>
    sync.run(
      () => api.update(id, { model: name }),
      () => statusLines.info(nowUsing(name)),
    ),
  resume: async (_, { deps }) => deps.navigate({ type: 'start' }),
  fork: (_, { sync, store, deps: { api, id, navigate } }) =>
    store.screen().conversation?.client == null
      ? sync.run(
          () => api.command(id, '/fork'),
          ({ sentence }) => statusLines.info(sentence),
        )
      : sync.run(async () => navigate({ type: 'chat', id: (await api.copy(id)).id })),
  export: ({ format }, { sync, store, deps: { api, id, save } }) => {
    const newest = store.screen().entries.findLast(entry => entry.type === 'message')?.number ?? 0
    return sync.run(
      () => save(api.exportPath(id, format)),
      file => statusLines.exported(newest, file),
    )
  },
  new: (_, { sync, deps: { api, navigate } }) =>
    sync.run(async () => navigate({ type: 'chat', id: (await api.create()).id })),
  help: (_, chat) => showPage(chat, async () => readerPage(helpPage())),
}
