/** How large a terminal is. */
export type Size = { readonly columns: number; readonly rows: number }
