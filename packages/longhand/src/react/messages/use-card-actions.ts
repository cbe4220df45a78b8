import { useMemo, useRef } from 'react'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'

/** What a card can ask for. */
export type CardActions = ReturnType<typeof useCardActions>

/** The object stays the same, so that cards are drawn again only when they change. */
export function useCardActions(ui: ConversationUI) {
  const { actions, sync, screen, setReplyTarget, setText, setDialog, composer } = ui
  const entries = useRef(screen.entries)
  const canWrite = screen.conversation?.client == null
  entries.current = screen.entries
  return useMemo(() => {
    const replyAfter = (after: string | null, number: number, kind: 'fork' | 'rewrite') => {
      setReplyTarget({ after, number, kind })
      composer.current?.focus()
    }
    return {
      /** H4.26 where a program writes, nobody writes in between. */
      canWrite,
      protect: (number: number, change: 'protect' | 'release') => void actions.protect(number, change),
      saveCheckpoint: () => void actions.saveCheckpoint(),
      /** Continues after an entry, in a new branch. After the newest message it starts at once: nothing is left behind. */
      fork: (entry: string, number: number) =>
        entries.current.findLast(({ type }) => type === 'message')?.id === entry
          ? void actions.fork()
          : replyAfter(entry, number, 'fork'),
      /** Edits a person's message: the old one stays as a branch. */
      rewrite: async (entry: string, text: string) => {
        // What stands before the first of the page that is loaded is known when the page before it is.
        if (entries.current[0]?.id === entry) await sync.readOlder()
        const at = entries.current.findIndex(({ id }) => id === entry)
        const message = entries.current[at]
        if (message?.type !== 'message') return
        setText(text)
        replyAfter(entries.current[at - 1]?.id ?? null, message.number, 'rewrite')
      },
      condenseUpTo: (number: number) => setDialog({ type: 'preview', request: { force: true, upTo: number } }),
      undo: () => void actions.undo(),
      switchBranch: (line: string) => void actions.switchBranch(line),
      /** Goes on with an answer in its place, or generates it again: what came after stays as a branch. */
      continue: (entry: string) => void sync.continue(entry),
      retry: (entry: string) => void sync.retry(entry),
    }
  }, [actions, sync, canWrite, setReplyTarget, setText, setDialog, composer])
}
