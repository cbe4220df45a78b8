import type { MessageSelection } from '../../facts/select-messages.ts'

/** What was chosen of a slice, by its first and last ¶. */
export type SelectedSlice = MessageSelection & { readonly from: number; readonly to: number }

/** Keeps what is chosen while the rest is read, so that a crash does not begin from the start. */
export type SliceKeeper = {
  readonly known: readonly SelectedSlice[]
  readonly keep: (slices: readonly SelectedSlice[]) => Promise<void>
}
