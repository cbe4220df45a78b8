/** What a divider can ask for; the screen carries it out. */
export type DividerActions = {
  readonly undo: () => void
  readonly redo: () => void
  readonly edit: (text: string) => void
  readonly showModelView: () => void
  readonly showReceipts: () => void
  /** Scrolls to ¶ `number`; there is a way back to the divider. */
  readonly jumpTo: (number: number, from: string) => void
}
