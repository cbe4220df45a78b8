import { lazy, type ReactNode, Suspense, useState } from 'react'
import { currentStatusLine } from '../../client/screen/current-status-line.ts'
import type { StatusLineAction } from '../../client/screen/status-line.ts'
import { Composer } from '../composer/Composer.tsx'
import { StatusBar } from '../composer/StatusBar.tsx'
import { WrittenElsewhere } from '../composer/WrittenElsewhere.tsx'
import { guidedConversation } from '../guide/guide-memory.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import type { ConversationUI } from './use-conversation-ui.ts'

const Guide = lazy(() => import('../guide/Guide.tsx').then(({ Guide }) => ({ default: Guide })))

/** Below the messages: the guide in a first conversation, the status line, if there is one, and the composer. */
export function ConversationFooter({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, dispatch } = ui
  const { navigate } = useLonghand()
  const statusLine = currentStatusLine(screen)
  const client = screen.conversation?.client
  const [isGuided, setGuided] = useState(() => guidedConversation() === ui.id)
  return (
    <div className="dock">
      <div className="dock-sheet">
        {isGuided && screen.conversation !== null && (
          <Suspense>
            <Guide ui={ui} onClose={() => setGuided(false)} />
          </Suspense>
        )}
        {statusLine && (
          <StatusBar
            statusLine={statusLine}
            onAction={({ type, number }) =>
              type === 'settings' ? navigate('/settings/models') : statusActions[type](ui, number)
            }
            onClose={statusLine === screen.statusLine ? () => dispatch({ type: 'status-line-closed' }) : undefined}
          />
        )}
        {/* The draft and its files stay while the model's view is open. */}
        <div hidden={ui.view === 'model'}>
          {client == null ? <Composer ui={ui} /> : <WrittenElsewhere ui={ui} client={client} />}
        </div>
      </div>
    </div>
  )
}

/** What each action of a status line does. */
const statusActions: Readonly<
  Record<Exclude<StatusLineAction['type'], 'settings'>, (ui: ConversationUI, number?: number) => void>
> = {
  undo: ({ actions }) => void actions.undo(),
  redo: ({ actions }) => void actions.redo(),
  look: ({ setView }) => setView('model'),
  retry: ({ sync }) => void sync.retry(),
  cancel: ({ sync }) => void sync.stop(),
  compact: ({ actions }) => void actions.compact({ force: true }),
  preview: ({ setDialog }) => setDialog({ type: 'preview', request: { force: true } }),
  refuse: ({ actions }) => void actions.dismissDraft(),
  refresh: ({ sync }) => void sync.refresh(),
  branches: ({ setDialog }) => setDialog({ type: 'branches' }),
  // Every restore saves a checkpoint of the place it left.
  return: ({ actions, checkpoints }) => {
    const left = checkpoints.find(({ kind }) => kind === 'before-restore')
    if (left !== undefined) void actions.restore(left)
  },
  // What did not fit is asked again, in the middle of an answer from there on.
  trim: async ({ actions, screen, sync }, number = 0) => {
    const newest = screen.entries.findLast(({ type }) => type === 'message')
    const isAsked = newest?.type === 'message' && newest.message.role === 'user'
    if ((await actions.trim(number)) !== null) await (isAsked ? sync.retry() : sync.continue())
  },
  'use-offline': async ({ actions, sync }) => {
    if ((await actions.useOffline()) !== null) await sync.retry()
  },
  'send-again': ({ sync }) => void sync.setConnection('offline').then(() => sync.setConnection('online')),
}
