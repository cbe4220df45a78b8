import { statusLines } from 'longhand/internal/client'
import type { Command } from 'longhand/internal/core'
import { contextReading } from '../pages/context-page.ts'
import { helpReading } from '../pages/help-page.ts'
import { openNamedPage, showPage } from '../pages/open-page.ts'
import { reading } from '../pages/page.ts'
import { summaryPage } from '../pages/summary-page.ts'
import type { Chat } from './chat.ts'
import { compact } from './compact.ts'
import { restore } from './restore.ts'

/** Does what a command asks for, and says what came of it. */
export function carryOut(command: Command, chat: Chat): Promise<unknown> {
  const work = table[command.type] as (command: Command, chat: Chat) => Promise<unknown>
  return work(command, chat)
}

/** M one line per command. */
const table: { readonly [T in Command['type']]: (command: Command & { type: T }, chat: Chat) => Promise<unknown> } = {
  compact,
  context: (_, chat) =>
    showPage(chat, async () => {
      const { id, policy } = await chat.parts.api.conversation(chat.parts.id)
      return reading(contextReading(await chat.parts.api.status(id), policy))
    }),
  summary: (_, chat) => showPage(chat, () => summaryPage(chat)),
  undo: (_, { following, parts: { api, id } }) => following.run(() => api.undo(id), statusLines.undone),
  redo: (_, { following, parts: { api, id } }) => following.run(() => api.redo(id), statusLines.redone),
  protect: ({ number }, { following, parts: { api, id } }) =>
    following.run(
      () => api.protect(id, number, 'protect'),
      () => statusLines.protected(number),
    ),
  unprotect: ({ number }, { following, parts: { api, id } }) =>
    following.run(
      () => api.protect(id, number, 'release'),
      () => statusLines.released(number),
    ),
  'save-progress': ({ label }, { following, parts: { api, id } }) =>
    following.run(
      () => api.saveCheckpoint(id, label ?? 'Saved progress'),
      saved => statusLines.saved(saved.label, saved.id),
    ),
  checkpoints: (_, chat) => openNamedPage(chat, 'checkpoints'),
  restore: (command, chat) => restore(chat, command.id),
  model: ({ name }, { following, parts: { api, id } }) =>
    following.run(
      () => api.update(id, { model: name }),
      () => statusLines.info(`Going on with ${name}.`),
    ),
  resume: async (_, { parts }) => parts.go({ type: 'start' }),
  fork: (_, { following, parts: { api, id } }) =>
    following.run(
      () => api.command(id, '/fork'),
      ({ sentence }) => statusLines.info(sentence),
    ),
  export: ({ format }, { following, desk, parts: { api, id, save } }) => {
    const newest = desk.screen().entries.findLast(entry => entry.type === 'message')?.number ?? 0
    return following.run(
      () => save(api.exportPath(id, format)),
      file => statusLines.exported(newest, file),
    )
  },
  new: (_, { following, parts: { api, go } }) =>
    following.run(async () => go({ type: 'chat', id: (await api.create()).id })),
  help: (_, chat) => showPage(chat, async () => reading(helpReading())),
}
