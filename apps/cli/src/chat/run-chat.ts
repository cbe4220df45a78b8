import { join } from 'node:path'
import type { Environment } from '@longhand/server/environment'
import { render } from 'ink'
import { draftsOf } from 'longhand/client'
import { createElement as h } from 'react'
import type { ChatFlags } from '../chat.ts'
import { fileShelf } from '../link/file-shelf.ts'
import { type Link, openLink } from '../link/link.ts'
import { saveExport } from '../link/save-export.ts'
import { forgetTerminals, noteTerminal } from '../link/terminals.ts'
import type { ExitCode } from '../run-command.ts'
import { App, type AppParts } from '../screen/App.ts'
import { Look } from '../screen/look.ts'
import { terminalOn } from '../screen/terminal.ts'
import { themeOf } from '../text/theme.ts'
import type { Place } from './chat.ts'
import { type ChatWishes, chatWishes } from './chat-wishes.ts'
import { plainChat } from './plain-chat.ts'

/** Opens the chat and answers with the exit code when it is over. */
export async function runChat(id: string | null, environment: Environment, flags: ChatFlags): Promise<ExitCode> {
  const link = openLink(environment, sentence => console.error(sentence))
  try {
    const wishes = await chatWishes(link.api, flags)
    if (!process.stdin.isTTY || !process.stdout.isTTY) return await plainChat(link, id, wishes)
    await drawChat(link, { folder: environment.folder, id, wishes })
    return 0
  } finally {
    await link.close().catch(() => {})
  }
}

type Asked = { readonly folder: string; readonly id: string | null; readonly wishes: ChatWishes }

async function drawChat(link: Link, { folder, id, wishes }: Asked): Promise<void> {
  const terminal = terminalOn(process.stdout)
  let last: Place = id === null ? { type: 'start' } : { type: 'chat', id }
  const parts: AppParts = {
    ...link,
    terminal,
    folder,
    wishes,
    draftsOf: conversation => draftsOf(conversation, fileShelf(join(folder, 'drafts'))),
    save: path => saveExport(link, path, process.cwd()),
    forget: async conversation => forgetTerminals(folder, conversation),
  }
  const onPlace = (place: Place) => {
    noteTerminal(folder, place.type === 'chat' ? place.id : null)
    if (place.type !== 'end') last = place
  }
  if (id !== null && wishes.model !== undefined) await link.api.change(id, { model: wishes.model })
  if (last.type === 'start') terminal.turnTo('page')
  const app = render(h(Look, { value: themeOf(process.env) }, h(App, { parts, first: last, onPlace })), {
    stdout: terminal.stdout,
    // We have looked: this is a terminal, also on a machine that runs tests.
    interactive: true,
    exitOnCtrlC: false,
  })
  // A window that is closed, or a program that is told to end, leaves in good order.
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.once(signal, () => app.unmount())
  try {
    await app.waitUntilExit()
  } finally {
    noteTerminal(folder, null)
  }
  if (last.type === 'chat') console.log(`Go on with: longhand chat ${last.id}`)
}
