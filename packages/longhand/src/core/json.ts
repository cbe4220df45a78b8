/** A value that survives being written to JSON and read back. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
