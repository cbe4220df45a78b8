import { type ReactNode, useEffect } from 'react'
import { displayStatus, displayTitle } from '../../client/screen/screen.ts'
import type { MessageEntry } from '../../core/entry.ts'
import { CheckpointTimeline } from '../checkpoints/CheckpointTimeline.tsx'
import { useNow } from '../hooks/use-now.ts'
import { useKeys } from '../hooks/use-shortcuts.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { ReceiptsPanel } from '../receipts/ReceiptsPanel.tsx'
import { SideBar } from '../sidebar/Sidebar.tsx'
import { useConversationList } from '../sidebar/use-conversation-list.ts'
import { WindowBar } from '../window/WindowBar.tsx'
import { ConversationDialog } from './ConversationDialog.tsx'
import { Dock } from './ConversationFooter.tsx'
import { ConversationHead } from './ConversationHeader.tsx'
import { ConversationMain } from './ConversationMain.tsx'
import { roomMenu } from './conversation-menu.ts'
import { type Drawer, type Room, useRoom } from './use-conversation-ui.ts'
import { useRun } from './use-run.ts'
import './ConversationScreen.css'

type Props = {
  readonly id: string
  /** The message to show first, when a link names one. */
  readonly number: number | null
  /** The drawer that is open from the start. */
  readonly drawer?: Drawer
}

/** One conversation: its page, the window bar above it, the composer below it, drawers beside it. */
export function ConversationScreen({ id, number, drawer = null }: Props): ReactNode {
  const room = useRoom(id, drawer)
  useRun(id)
  useRoomKeys(room)
  const { jump, screen, failure } = room
  const there = screen.conversation !== null
  useEffect(() => {
    if (there && number !== null) void jump(number)
  }, [there, number, jump])
  const title = displayTitle(screen)
  useEffect(() => {
    document.title = title === null ? 'Longhand' : `${title} – Longhand`
  }, [title])
  return (
    <div className={room.drawer === null ? 'frame' : 'frame with-drawer'}>
      <RoomSide room={room} />
      <main className="main">
        <header>
          <RoomHead room={room} />
        </header>
        {failure !== null && !there ? (
          <div className="empty" role="alert">
            <h2>This conversation cannot be opened</h2>
            <p>{failure.message}</p>
          </div>
        ) : (
          <ConversationMain room={room} />
        )}
        <Dock room={room} />
      </main>
      {room.drawer === 'checkpoints' && <CheckpointTimeline room={room} />}
      {room.drawer === 'receipts' && <ReceiptsPanel room={room} />}
      {room.dialog !== null && <ConversationDialog room={room} dialog={room.dialog} />}
      <AnswerSpoken writing={screen.answer !== null} />
    </div>
  )
}

function RoomSide({ room }: { readonly room: Room }): ReactNode {
  const { api, go } = useLonghand()
  const [list] = useConversationList()
  const startNew = async () => go(`/c/${(await api.create()).id}`)
  return (
    <SideBar
      rows={list.state === 'there' ? list.value : []}
      current={room.id}
      now={useNow('still')}
      onNew={startNew}
      onSearch={() => room.setDialog({ type: 'search' })}
    />
  )
}

function RoomHead({ room }: { readonly room: Room }): ReactNode {
  const { screen, models, desk } = room
  const { conversation, entries } = screen
  if (conversation === null) return null
  const newest = entries.findLast((entry): entry is typeof entry & MessageEntry => entry.type === 'message')
  const model = models.find(({ id }) => id === conversation.model)
  return (
    <>
      <ConversationHead
        title={displayTitle(screen) ?? conversation.title}
        messages={newest?.number ?? 0}
        checkpoints={room.checkpoints.length}
        receipts={room.receipts.length}
        project={room.projects.find(({ id }) => id === conversation.project)?.name ?? null}
        view={room.view}
        onView={room.setView}
        drawer={room.drawer}
        onDrawer={room.setDrawer}
        menu={roomMenu(room)}
      />
      <WindowBar
        status={displayStatus(screen) ?? conversation.status}
        policy={conversation.policy}
        model={model?.name ?? conversation.model}
        guess={model?.source === 'guess'}
        shielded={screen.more ? null : shieldedIn(room)}
        acts={{
          compact: () => void desk.compact({ force: true }),
          preview: () => room.setDialog({ type: 'preview', request: { force: true } }),
        }}
      />
    </>
  )
}

/** The first message, which always stays, needs no protection and is not among them. */
const shieldedIn = ({ rows }: Room): number =>
  rows.reduce((sum, row) => sum + (row.type === 'card' && row.protection === 'protected' ? row.entries.length : 0), 0)

/** Esc stops what runs: condensing first, then the answer. */
function useRoomKeys(room: Room): void {
  const { screen, following } = room
  const runs = screen.answer !== null || screen.conversation?.compacting
  useKeys({
    'mod+k': () => room.setDialog({ type: 'search' }),
    'mod+shift+v': () => room.setView(room.view === 'you' ? 'model' : 'you'),
    'mod+shift+c': () => room.setDrawer(room.drawer === 'checkpoints' ? null : 'checkpoints'),
    ...(runs ? { escape: () => void following.stop() } : {}),
  })
}

/** Screen readers hear that an answer has ended, not each of its words. */
function AnswerSpoken({ writing }: { readonly writing: boolean }): ReactNode {
  return (
    <span className="unseen" role="status">
      {writing ? 'The answer is being written.' : 'Answer finished.'}
    </span>
  )
}
