import { useMemo } from 'react'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'

/** What a divider can ask for. */
export type DividerActions = ReturnType<typeof useDividerActions>

export function useDividerActions(ui: ConversationUI) {
  const { actions, setDialog, setView, setDrawer, jumpTo, setReturnDivider } = ui
  return useMemo(
    () => ({
      undo: () => void actions.undo(),
      redo: () => void actions.redo(),
      edit: (text: string) => setDialog({ type: 'edit', text }),
      showModelView: () => setView('model'),
      showReceipts: () => setDrawer('receipts'),
      /** Scrolls to ¶ `number`; there is a way back to the divider. */
      jumpTo: (number: number, from: string) => {
        setReturnDivider(from)
        void jumpTo(number)
      },
    }),
    [actions, setDialog, setView, setDrawer, jumpTo, setReturnDivider],
  )
}
