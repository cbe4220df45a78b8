/** What can be done with a divider. The page knows how; dividers only ask. */
export type DividerActions = {
  readonly undo: () => void
  readonly redo: () => void
  readonly edit: (text: string) => void
  readonly showModelView: () => void
  readonly showReceipts: () => void
  /** Goes to ¶ `number`; the way back to the divider is kept. */
  readonly jumpTo: (number: number, from: string) => void
}
