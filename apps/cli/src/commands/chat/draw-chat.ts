import { join } from 'node:path'
import { render } from 'ink'
import { createDrafts } from 'longhand/internal/client'
import { createElement as h } from 'react'
import type { Link } from '../../server/connection.ts'
import { themeOf } from '../../text/theme.ts'
import type { ChatWishes } from './chat-options.ts'
import type { Place } from './conversation/chat.ts'
import { fileShelf } from './draft-files.ts'
import { forgetTerminals, noteTerminal } from './open-terminals.ts'
import { saveExport } from './save-export.ts'
import { App } from './screen/App.ts'
import type { AppParts } from './screen/app-deps.ts'
import { terminalOn } from './screen/terminal.ts'
import { Look } from './screen/theme-context.ts'

/** What the screen begins with. */
type Beginning = { readonly folder: string; readonly first: Place; readonly wishes: ChatWishes }

/** Draws the chat on the terminal until the person leaves it. */
export async function drawChat(link: Link, { folder, first, wishes }: Beginning): Promise<void> {
  const theme = themeOf(process.env)
  const terminal = terminalOn(process.stdout, theme)
  let last = first
  const parts: AppParts = {
    ...link,
    terminal,
    folder,
    wishes,
    draftsOf: conversation => createDrafts(conversation, fileShelf(join(folder, 'drafts'))),
    save: path => saveExport(link, path, process.cwd()),
    forget: async conversation => forgetTerminals(folder, conversation),
  }
  const onPlace = (place: Place) => {
    noteTerminal(folder, place.type === 'chat' ? place.id : null)
    if (place.type !== 'end') last = place
  }
  if (first.type === 'start') terminal.turnTo('page')
  const app = render(h(Look, { value: theme }, h(App, { parts, first, onPlace })), {
    stdout: terminal.stdout,
    // We have looked: this is a terminal, also on a machine that runs tests.
    interactive: true,
    // A key is drawn at once; the frames of a stream are counted out where they are made.
    maxFps: 100,
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
