import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { displayStatus, displayTitle } from '../../client/screen/screen.ts'
import { CheckpointTimeline } from '../checkpoints/CheckpointTimeline.tsx'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { Sidebar } from '../sidebar/Sidebar.tsx'
import { WindowBar } from '../window/WindowBar.tsx'
import * as words from '../words/conversation.ts'
import * as everywhere from '../words/everywhere.ts'
import { ConversationDialog } from './ConversationDialog.tsx'
import { ConversationFooter } from './ConversationFooter.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ConversationMain } from './ConversationMain.tsx'
import { type ConversationUI, type Drawer, useConversationUI } from './use-conversation-ui.ts'
import { useRun } from './use-run.ts'
import './ConversationScreen.css'

// Opened seldom, so that the first screen does not wait for it.
const ReceiptsPanel = lazy(() =>
  import('../receipts/ReceiptsPanel.tsx').then(({ ReceiptsPanel }) => ({ default: ReceiptsPanel })),
)

type Props = {
  readonly id: string
  /** The message to show first, when a link names one. */
  readonly number: number | null
  /** The drawer that is open from the start. */
  readonly drawer?: Drawer
}

/** One conversation: its messages, the window bar above them, the composer below them, drawers beside them. */
export function ConversationScreen(props: Props): ReactNode {
  // Drafts, dialogs and drawers belong to one conversation: another one starts with its own.
  return <OpenScreen key={props.id} {...props} />
}

function OpenScreen({ id, number, drawer = null }: Props): ReactNode {
  const ui = useConversationUI(id, drawer)
  useRun(id)
  useConversationShortcuts(ui)
  const { jumpTo, screen, failure } = ui
  const there = screen.conversation !== null
  useEffect(() => {
    if (there && number !== null) void jumpTo(number)
  }, [there, number, jumpTo])
  const title = displayTitle(screen)
  useEffect(() => {
    document.title = title === null ? everywhere.longhand : words.pageTitle(title)
  }, [title])
  return (
    <div className={ui.drawer === null ? 'frame' : 'frame with-drawer'}>
      <Sidebar current={ui.id} onSearch={() => ui.setDialog({ type: 'search' })} />
      <main className="main">
        <header>
          <ScreenHeader ui={ui} />
        </header>
        {failure !== null && !there ? (
          <div className="empty" role="alert">
            <h2>{words.cannotBeOpened}</h2>
            <p>{failure.message}</p>
          </div>
        ) : (
          <ConversationMain ui={ui} />
        )}
        <ConversationFooter ui={ui} />
      </main>
      {ui.drawer === 'checkpoints' && <CheckpointTimeline ui={ui} />}
      <Suspense fallback={null}>{ui.drawer === 'receipts' && <ReceiptsPanel ui={ui} />}</Suspense>
      {ui.dialog !== null && <ConversationDialog ui={ui} dialog={ui.dialog} />}
      <AnswerAnnouncement writing={screen.answer !== null} />
    </div>
  )
}

function ScreenHeader({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, models, actions } = ui
  const { conversation } = screen
  if (conversation === null) return null
  const model = models.find(({ id }) => id === conversation.model)
  return (
    <>
      <ConversationHeader ui={ui} />
      <WindowBar
        status={displayStatus(screen) ?? conversation.status}
        policy={conversation.policy}
        model={model?.name ?? conversation.model}
        guess={model?.source === 'guess'}
        protectedExchanges={conversation.protected}
        actions={{
          compact: () => void actions.compact({ force: true }),
          preview: () => ui.setDialog({ type: 'preview', request: { force: true } }),
        }}
      />
    </>
  )
}

/** Esc closes the drawer that it is pressed in; then it stops what is running, a compaction first; then it closes any drawer. */
function useConversationShortcuts(ui: ConversationUI): void {
  const { screen, sync } = ui
  const { answer, conversation, outgoing } = screen
  const isSending = answer === null && !conversation?.compacting && outgoing.some(({ state }) => state === 'sending')
  const runs = answer !== null || conversation?.compacting || isSending
  // An answer can be stopped once it has begun; who was quicker has said so already.
  const stopSoon = useRef(false)
  useEffect(() => {
    if (isSending) return
    if (answer !== null && stopSoon.current) void sync.stop()
    stopSoon.current = false
  }, [answer, isSending, sync])
  const closeDrawer = () => {
    ui.setDrawer(null)
    ui.composer.current?.focus()
  }
  const closeOrStop = () => {
    const isInside = document.activeElement?.closest('.drawer') !== null
    if (ui.drawer !== null && (isInside || !runs)) closeDrawer()
    else if (isSending) stopSoon.current = true
    else void sync.stop()
  }
  useShortcuts({
    'mod+k': () => ui.setDialog({ type: 'search' }),
    'mod+.': () => ui.setView(ui.view === 'you' ? 'model' : 'you'),
    'mod+shift+c': () => ui.setDrawer(ui.drawer === 'checkpoints' ? null : 'checkpoints'),
    ...(runs || ui.drawer !== null ? { escape: closeOrStop } : {}),
  })
}

/** Screen readers announce that an answer has ended, not each of its words. */
function AnswerAnnouncement({ writing }: { readonly writing: boolean }): ReactNode {
  return (
    <span className="visually-hidden" role="status">
      {writing ? words.theAnswerIsBeingWritten : words.answerFinished}
    </span>
  )
}
