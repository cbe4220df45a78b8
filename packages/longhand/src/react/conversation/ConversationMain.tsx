import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { texts } from '../../client/text/texts.ts'
import type { DividerActs } from '../compaction/divider-actions.ts'
import { ModelView } from '../compaction/ModelView.tsx'
import { Mark } from '../controls/Logo.tsx'
import type { CardActs } from '../messages/card-actions.ts'
import { Page } from '../messages/MessageList.tsx'
import type { Room } from './use-conversation-ui.ts'

/** The page of a conversation, or what the model sees of it. */
export function ConversationMain({ room }: { readonly room: Room }): ReactNode {
  const { screen, rows, view, following, page } = room
  const cards = useCardActs(room)
  const dividers = useDividerActs(room)
  const onOlder = useOnce(useCallback(() => following.readOlder(), [following]))
  const { setSought } = room
  const onSought = useCallback(() => setSought(null), [setSought])
  if (screen.conversation === null) return <Opening />
  if (view === 'model') return <ModelView room={room} />
  if (rows.length === 0 && screen.outgoing.length === 0 && screen.answer === null) return <BlankPage />
  return (
    <Page
      screen={screen}
      rows={rows}
      cards={cards}
      dividers={dividers}
      onOlder={onOlder}
      onDrop={clientId => following.discard(clientId)}
      handle={page}
      sought={room.sought}
      onSought={onSought}
      origin={room.origin}
      onOrigin={room.setOrigin}
    />
  )
}

/** What cards ask for, as long as the room is the same one object: cards are drawn again only when they change. */
function useCardActs({ desk, following, screen, setAim, setText, setDialog, field }: Room): CardActs {
  const entries = useRef(screen.entries)
  entries.current = screen.entries
  return useMemo(() => {
    const aim = (after: string, number: number, kind: 'fork' | 'rewrite') => {
      setAim({ after, number, kind })
      field.current?.focus()
    }
    return {
      protect: (number, wish) => void desk.protect(number, wish),
      save: () => void desk.save(),
      // After the newest there is nothing to leave behind yet: the branch begins at once.
      fork: (entry, number) =>
        entries.current.findLast(({ type }) => type === 'message')?.id === entry
          ? void desk.fork()
          : aim(entry, number, 'fork'),
      rewrite: (entry, text) => {
        const at = entries.current.findIndex(({ id }) => id === entry)
        const before = entries.current[at - 1]
        const message = entries.current[at]
        if (before === undefined || message?.type !== 'message') return
        setText(text)
        aim(before.id, message.number, 'rewrite')
      },
      condenseUpTo: number => setDialog({ type: 'preview', request: { force: true, upTo: number } }),
      switchTo: line => void desk.switchTo(line),
      continue: () => void following.continue(),
      retry: () => void following.retry(),
    }
  }, [desk, following, setAim, setText, setDialog, field])
}

function useDividerActs({ desk, setDialog, setView, setDrawer, jump, setOrigin }: Room): DividerActs {
  return useMemo(
    () => ({
      undo: () => void desk.undo(),
      redo: () => void desk.redo(),
      edit: text => setDialog({ type: 'edit', text }),
      lookAtView: () => setView('model'),
      showReceipts: () => setDrawer('receipts'),
      jump: (number, from) => {
        setOrigin(from)
        void jump(number)
      },
    }),
    [desk, setDialog, setView, setDrawer, jump, setOrigin],
  )
}

/** Work that is not begun again while it runs. */
function useOnce(work: () => Promise<void>): () => void {
  const running = useRef(false)
  return useCallback(() => {
    if (running.current) return
    running.current = true
    work()
      .catch(() => {})
      .finally(() => {
        running.current = false
      })
  }, [work])
}

function BlankPage(): ReactNode {
  return (
    <div className="pages">
      <div className="blank-page">
        <Mark size={32} />
        <h2>A blank page</h2>
        <p>{texts.blankPage}</p>
      </div>
    </div>
  )
}

function Opening(): ReactNode {
  return (
    <div className="pages" aria-busy="true">
      <div className="sheet opening">
        <div className="loading">
          <span />
          <span />
          <span />
          <span />
          <p>Opening…</p>
        </div>
      </div>
    </div>
  )
}
