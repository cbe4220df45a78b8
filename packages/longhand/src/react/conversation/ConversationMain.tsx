import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { texts } from '../../client/text/texts.ts'
import type { DividerActions } from '../compaction/divider-actions.ts'
import { ModelView } from '../compaction/ModelView.tsx'
import { Mark } from '../controls/Mark.tsx'
import type { CardActions } from '../messages/card-actions.ts'
import { MessageList } from '../messages/MessageList.tsx'
import type { ConversationUI } from './use-conversation-ui.ts'

/** The messages of a conversation, or what the model sees of them. */
export function ConversationMain({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, rows, view, sync, list } = ui
  const cards = useCardActions(ui)
  const dividers = useDividerActions(ui)
  const onOlder = useSingleFlight(useCallback(() => sync.readOlder(), [sync]))
  const { setScrollTarget } = ui
  const onScrolled = useCallback(() => setScrollTarget(null), [setScrollTarget])
  if (screen.conversation === null) return <Opening />
  if (view === 'model') return <ModelView ui={ui} />
  if (rows.length === 0 && screen.outgoing.length === 0 && screen.answer === null) return <BlankPage />
  return (
    <MessageList
      screen={screen}
      rows={rows}
      cards={cards}
      dividers={dividers}
      onOlder={onOlder}
      onDrop={clientId => sync.discard(clientId)}
      handle={list}
      scrollTarget={ui.scrollTarget}
      onScrolled={onScrolled}
      returnDivider={ui.returnDivider}
      onReturnDivider={ui.setReturnDivider}
    />
  )
}

/** What cards can ask for. The object stays the same, so that cards are drawn again only when they change. */
function useCardActions({
  actions,
  sync,
  screen,
  setReplyTarget,
  setText,
  setDialog,
  composer,
}: ConversationUI): CardActions {
  const entries = useRef(screen.entries)
  entries.current = screen.entries
  return useMemo(() => {
    const replyAfter = (after: string, number: number, kind: 'fork' | 'rewrite') => {
      setReplyTarget({ after, number, kind })
      composer.current?.focus()
    }
    return {
      protect: (number, wish) => void actions.protect(number, wish),
      saveCheckpoint: () => void actions.saveCheckpoint(),
      // A fork after the newest message leaves nothing behind: the branch starts at once.
      fork: (entry, number) =>
        entries.current.findLast(({ type }) => type === 'message')?.id === entry
          ? void actions.fork()
          : replyAfter(entry, number, 'fork'),
      rewrite: (entry, text) => {
        const at = entries.current.findIndex(({ id }) => id === entry)
        const before = entries.current[at - 1]
        const message = entries.current[at]
        if (before === undefined || message?.type !== 'message') return
        setText(text)
        replyAfter(before.id, message.number, 'rewrite')
      },
      condenseUpTo: number => setDialog({ type: 'preview', request: { force: true, upTo: number } }),
      switchBranch: line => void actions.switchBranch(line),
      continue: () => void sync.continue(),
      retry: () => void sync.retry(),
    }
  }, [actions, sync, setReplyTarget, setText, setDialog, composer])
}

function useDividerActions({
  actions,
  setDialog,
  setView,
  setDrawer,
  jumpTo,
  setReturnDivider,
}: ConversationUI): DividerActions {
  return useMemo(
    () => ({
      undo: () => void actions.undo(),
      redo: () => void actions.redo(),
      edit: text => setDialog({ type: 'edit', text }),
      showModelView: () => setView('model'),
      showReceipts: () => setDrawer('receipts'),
      jumpTo: (number, from) => {
        setReturnDivider(from)
        void jumpTo(number)
      },
    }),
    [actions, setDialog, setView, setDrawer, jumpTo, setReturnDivider],
  )
}

/** Work that is not started again while it runs. */
function useSingleFlight(work: () => Promise<void>): () => void {
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
