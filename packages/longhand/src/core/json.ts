/** A value that survives being written to JSON and read back. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Plain data of ours as JSON: its types say more than JSON's, and nothing else. */
export const asJson = (value: object): Json => value as Json
