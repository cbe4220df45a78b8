import { join } from 'node:path'
import { render } from 'ink'
import { createDrafts } from 'longhand/internal/client'
import { createElement as h } from 'react'
import type { ServerConnection } from '../../server/connection.ts'
import { printLine } from '../../text/print.ts'
import { themeOf } from '../../text/theme.ts'
import * as wording from '../../words/chat.ts'
import type { ChatOptions } from './chat-options.ts'
import type { AppDeps, AppRoute } from './conversation/chat.ts'
import { draftFiles } from './draft-files.ts'
import { forgetTerminals, recordTerminal } from './open-terminals.ts'
import { saveExport } from './save-export.ts'
import { App } from './screen/App.ts'
import { ThemeContext } from './screen/Lines.ts'
import { terminalOn } from './screen/terminal.ts'

type DrawOptions = { readonly folder: string; readonly first: AppRoute; readonly options: ChatOptions }

/** Draws the chat on the terminal until the person leaves it. */
export async function drawChat(server: ServerConnection, { folder, first, options }: DrawOptions): Promise<void> {
  const theme = themeOf(process.env)
  const terminal = terminalOn(process.stdout, theme)
  let last = first
  const deps: AppDeps = {
    ...server,
    terminal,
    folder,
    options,
    draftsOf: conversation => createDrafts(conversation, draftFiles(join(folder, 'drafts'))),
    save: path => saveExport(server, path, process.cwd()),
    forget: conversation => forgetTerminals(folder, conversation),
  }
  const onRoute = (route: AppRoute) => {
    recordTerminal(folder, route.type === 'chat' ? route.id : null)
    if (route.type !== 'end') last = route
  }
  if (first.type === 'start') terminal.switchTo('alternate')
  const app = render(h(ThemeContext, { value: theme }, h(App, { deps, first, onRoute })), {
    stdout: terminal.stdout,
    // The caller has checked that this is a terminal; Ink would not believe it in CI.
    interactive: true,
    // Keys are drawn at once; frames of a stream are throttled where they are created.
    maxFps: 100,
    exitOnCtrlC: false,
  })
  // A closed window or a termination signal shuts down cleanly.
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.once(signal, () => app.unmount())
  try {
    await app.waitUntilExit()
  } finally {
    recordTerminal(folder, null)
  }
  if (last.type === 'chat') printLine(wording.continueWith(last.id))
}
